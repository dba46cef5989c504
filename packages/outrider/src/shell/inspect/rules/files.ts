import { basename, join } from "node:path";
import { hasOption, type Invocation, operands, surelyHasOption } from "../invocation.ts";
import { judgeTarget, laterReason, namesLater } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { readSedArguments } from "../sed-arguments.ts";
import { literalWord, textOf, textsOf, type Word } from "../word.ts";

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
    reason: "writes outside of the working directory, or to a file that cannot be told",
    when: (writer) => writes(writer) && written(writer).some((word) => isAway(word, writer)),
  },
  {
    programs: ["cp", "mv", "install", "ln", "link", "rsync"],
    reason: "writes outside of the working directory, or to a file that cannot be told",
    when: (writer) => linked(writer).names.some((word) => isAway(word, writer)),
  },
  {
    programs: ["ln", "link", "cp"],
    reason: "makes a link that leads out of the working directory, or one that cannot be told",
    when: (ln) => linked(ln).targets.some((word) => leadsAway(word, ln)),
  },
  {
    programs: ["mv"],
    reason: "takes files from outside of the working directory away",
    when: (mv) => operands(mv).some((word) => ["outside", "unknown"].includes(judgeTarget(word, mv.places))),
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
        .slice(surelyHasOption(change, "--reference") ? 0 : 1)
        .some((word) => word.fromProcess || judgeTarget(word, change.places) !== "fine"),
  },
  {
    programs: ["chown", "chgrp"],
    reason: "changes the owner of a whole tree",
    when: (chown) => hasOption(chown, "-R", "--recursive"),
  },
  { programs: ["chattr", "setfacl", "setcap", "chflags"], reason: "changes attributes of files that others rely on" },
];

/** Writing there is outside of the working directory, or cannot be told. */
function isAway(word: Word, { places }: Invocation): boolean {
  return word.fromProcess || ["outside", "unknown"].includes(judgeTarget(word, places));
}

/** The names that are written, and what links among them would lead to. */
function linked(invocation: Invocation): { readonly names: readonly Word[]; readonly targets: readonly Word[] } {
  const values = operands(invocation);
  // In rsync, -t keeps times.
  const directories = invocation.program === "rsync" ? [] : optionValues(invocation, "-t", "--target-directory");
  const names = directories.length > 0 ? directories : values.slice(-1);
  const others = directories.length > 0 || values.length === 1 ? values : values.slice(0, -1);
  if (invocation.program === "install" && hasOption(invocation, "-d", "--directory"))
    return { names: values, targets: [] };
  if (invocation.program === "ln" || invocation.program === "link")
    return { names: values.length === 1 ? [] : names, targets: others };
  if (invocation.program !== "cp") return { names, targets: [] };
  const links = hasOption(invocation, "-l", "-s", "--link", "--symbolic-link");
  // A copy of a link leads where the link does.
  const keeps = hasOption(
    invocation,
    "-a",
    "-d",
    "-P",
    "-r",
    "-R",
    "--archive",
    "--no-dereference",
    "--recursive",
    "--preserve",
  );
  return { names, targets: links ? others : keeps ? others.filter((word) => !word.unknown) : [] };
}

/** Where a link leads: to the top of the working directory or beyond. A relative one is read from the link's directory. */
function leadsAway(word: Word, ln: Invocation): boolean {
  const { places } = ln;
  const isSymbolic = ln.program === "ln" && hasOption(ln, "-s", "--symbolic") && !hasOption(ln, "-r", "--relative");
  const bases = isSymbolic && operands(ln).length > 1 ? linked(ln).names : [];
  const readings = bases
    .flatMap((base) => base.readings)
    .map((base) => (base.endsWith("/") || isThere(base, places) ? `${base}/` : base.replace(/[^/]*$/, "")));
  const whole = word.readings.flatMap((reading) =>
    /^[/~]/.test(reading) || readings.length === 0 ? [reading] : readings.map((base) => base + reading),
  );
  const paths = places.pathsOf({ ...word, readings: whole });
  return paths === undefined || paths.some((path) => !places.isInside(path) || places.isTop(path));
}

function isThere(pattern: string, places: Invocation["places"]): boolean {
  return places.pathsOf({ ...literalWord(pattern), readings: [pattern] })?.some(places.isDirectory) === true;
}

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
    return invocation.args.some((word) => textsOf(word).some((text) => /^-[a-zA-Z]*i|^--in/.test(text)));
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
