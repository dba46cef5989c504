import { basename, join } from "node:path";
import { hasOption, type Invocation, operands, surelyHasOption } from "../invocation.ts";
import { judgeTarget, laterReason, namesLater } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { readSedArguments } from "../sed-arguments.ts";
import { textOf, textsOf, type Word } from "../word.ts";

/** Programs that replace each of their files by another. */
const packers = ["gzip", "gunzip", "bzip2", "bunzip2", "xz", "unxz", "compress", "uncompress"];

export const fileRules: readonly Rule[] = [
  {
    programs: ["rm", "rimraf", "trash", "del"],
    reason: "removes directories with all that is in them, or without a question",
    when: (rm) => rm.program === "rimraf" || hasOption(rm, "-r", "-R", "--recursive", "-f", "--force"),
    loses: (rm) =>
      (rm.program === "rimraf" || hasOption(rm, "-r", "-R", "--recursive")) &&
      operands(rm).some((word) => !isMade(word)),
  },
  {
    programs: ["rm"],
    loses: true,
    reason: "removes everything in a directory",
    when: (rm) => operands(rm).some((word) => word.readings.some((text) => /^\.?\*+$/.test(basename(text)))),
  },
  {
    programs: ["rm", "rmdir", "unlink"],
    reason: "removes files that cannot be told before it runs",
    when: (rm) => operands(rm).some((word) => rm.places.pathsOf(word) === undefined),
  },
  {
    programs: ["rm", "rmdir", "unlink"],
    reason: "removes files outside of the working directory",
    when: (rm) =>
      operands(rm).some((word) => rm.places.pathsOf(word)?.some((path) => !rm.places.isInside(path)) === true),
  },
  {
    programs: [
      "tee",
      "cp",
      "mv",
      "install",
      "ln",
      "touch",
      "mkdir",
      "rm",
      "rmdir",
      "unlink",
      "rsync",
      "sed",
      "gsed",
      "perl",
      "patch",
      "ed",
      "ex",
    ],
    reason: "writes where git, Outrider or the system keep their own files",
    loses: true,
    when: (writer) =>
      writes(writer) && written(writer).some((word) => judgeTarget(word, writer.places) === "protected"),
  },
  {
    programs: ["tee", "mv", "ln", "touch", "rm", "unlink", "sponge", "sed", "gsed", "perl", "patch", ...packers],
    reason: laterReason,
    loses: true,
    when: (writer) => writes(writer) && written(writer).some((word) => namesLater(word, writer.places)),
  },
  { programs: ["cp", "mv", "install", "ln", "rsync"], reason: laterReason, loses: true, when: bringsLater },
  {
    programs: ["tee", "touch", "mkdir", "mkfifo", "mknod", "sponge", "sed", "gsed", "perl", "patch", ...packers],
    reason: "writes outside of the working directory",
    when: (writer) =>
      writes(writer) &&
      written(writer).some((word) => word.fromProcess || judgeTarget(word, writer.places) === "outside"),
  },
  {
    programs: ["cp", "mv", "install", "ln", "rsync"],
    reason: "writes outside of the working directory",
    when: (writer) =>
      operands(writer)
        .slice(-1)
        .some((word) => word.fromProcess || judgeTarget(word, writer.places) === "outside"),
  },
  {
    programs: ["mv"],
    reason: "takes files from outside of the working directory away",
    when: (mv) => operands(mv).some((word) => judgeTarget(word, mv.places) === "outside"),
  },
  {
    programs: ["rsync"],
    reason: "deletes what the source does not have",
    loses: true,
    when: (rsync) =>
      hasOption(rsync, "--delete", "--delete-after", "--delete-before", "--delete-excluded", "--remove-source-files"),
  },
  {
    programs: ["find", "fd", "fdfind"],
    reason: "deletes what it finds",
    loses: true,
    when: (find) => hasExact(find, "-delete"),
  },
  {
    programs: ["find"],
    reason: "writes files of its own",
    when: (find) => hasExact(find, "-fprint", "-fprintf", "-fls", "-fprint0"),
  },
  {
    programs: ["mv"],
    reason: "moves files where they are lost",
    loses: true,
    when: (mv) => operands(mv).some((word) => textsOf(word).some((text) => text.startsWith("/dev/"))),
  },
  {
    programs: ["vi", "vim", "nvim", "ex", "ed", "emacs", "nano"],
    reason: "an editor, which can run and change anything",
    when: (editor) => editor.args.length > 0 && !surelyHasOption(editor, "--version", "--help"),
  },
  { programs: ["dd"], reason: "copies raw data over a file or device" },
  {
    programs: [
      "mkfs",
      "mkfs.*",
      "mke2fs",
      "mkswap",
      "wipefs",
      "blkdiscard",
      "fdisk",
      "sfdisk",
      "gdisk",
      "sgdisk",
      "parted",
      "cfdisk",
      "diskutil",
      "hdparm",
      "cryptsetup",
    ],
    reason: "changes or erases disks",
  },
  { programs: ["shred", "srm", "wipe"], reason: "destroys files for good", loses: true },
  { programs: ["truncate", "fallocate"], reason: "cuts files off", loses: true },
  {
    programs: ["chmod"],
    reason: "changes the rights of a whole tree, or lets everybody write",
    when: (chmod) =>
      hasOption(chmod, "-R", "--recursive") ||
      operands(chmod)
        .slice(0, 1)
        .some((word) => textsOf(word).some(isWideOpen)),
  },
  {
    programs: ["chmod", "chown", "chgrp"],
    reason: "changes files outside of the working directory",
    when: (change) =>
      operands(change)
        .slice(1)
        .some(
          (word) => word.fromProcess || ["outside", "device", "protected"].includes(judgeTarget(word, change.places)),
        ),
  },
  {
    programs: ["chown", "chgrp"],
    reason: "changes the owner of a whole tree",
    when: (chown) => hasOption(chown, "-R", "--recursive"),
  },
  { programs: ["chattr", "setfacl", "setcap", "chflags"], reason: "changes attributes of files that others rely on" },
];

/** Directories that builds, tests and package managers make, and can make again. */
const madeNames =
  /^(?:node_modules|dist|build|out|target|coverage|vendor|tmp|temp|\.?cache|\.(?:venv|next|nuxt|turbo|gradle|tox|nox|pytest_cache|mypy_cache|ruff_cache|parcel-cache|nyc_output|svelte-kit|output|eggs|dart_tool)|venv|env|__pycache__|obj|_build|deps|\.tsbuildinfo|[\w.-]+\.egg-info|htmlcov|logs?)$/;

function isMade(word: Word): boolean {
  const texts = textsOf(word);
  return !word.unknown && texts.length > 0 && texts.every((text) => isInMade(text.split("/")));
}

function isInMade(names: readonly string[]): boolean {
  return !names.includes("..") && names.some((name) => madeNames.test(name));
}

function writes(invocation: Invocation): boolean {
  const { program } = invocation;
  if (packers.includes(program)) return !surelyHasOption(invocation, "-c", "--stdout", "-l", "--list", "-t", "--test");
  if (program === "sed" || program === "gsed")
    return (
      hasOption(invocation, "-i", "--in-place") ||
      invocation.args.some((word) => textsOf(word).some((text) => /^-[a-zA-Z]*i/.test(text)))
    );
  if (program === "perl") return invocation.args.some((word) => textsOf(word).some((text) => /^-[a-z0]*i/.test(text)));
  return true;
}

function written(invocation: Invocation): readonly Word[] {
  const isSed = invocation.program === "sed" || invocation.program === "gsed";
  return operands(isSed ? { args: readSedArguments(invocation).files } : invocation);
}

/** Whether one of the sources gets a name that runs later: that of the target, or its own in the directory that is the target. */
function bringsLater(invocation: Invocation): boolean {
  const { places } = invocation;
  // In rsync, -t keeps times.
  const into = invocation.program === "rsync" ? [] : optionValues(invocation, "-t", "--target-directory");
  const words = operands(invocation);
  const [sources, targets] = into.length > 0 ? [words, into] : [words.slice(0, -1), words.slice(-1)];
  const names = sources.flatMap((word) => places.pathsOf(word) ?? []).map((path) => basename(path));
  return targets
    .flatMap((word) => places.pathsOf(word) ?? [])
    .filter((target) => places.isInside(target))
    .some((target) =>
      into.length > 0 || places.isDirectory(target)
        ? names.some((name) => places.runsLater(join(target, name), true))
        : places.runsLater(target, true),
    );
}

/** Options of find are whole words, never letter clusters. */
function hasExact({ args }: Invocation, ...options: readonly string[]): boolean {
  return args.some((word) => word.mayBeOption || options.includes(textOf(word) ?? ""));
}

/** Writable by others, or setuid. */
function isWideOpen(mode: string): boolean {
  if (/^[0-7]{3,4}$/.test(mode)) return /[2367]$/.test(mode) || (mode.length === 4 && /^[2-7]/.test(mode));
  return mode
    .split(",")
    .some((part) => /^[ugoa]*[ao][ugoa]*[+=][rwxXst]*w/.test(part) || /^[ugoa]*[+=][rwxX]*s/.test(part));
}
