import { hasOption, surelyHasOption } from "../invocation.ts";
import { hidden, hidesCommand } from "../assignments.ts";
import { laterReason, mayWriteTo, namesLater } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { readSedArguments } from "../sed-arguments.ts";
import { literalWord, textOf, textsOf, type Word } from "../word.ts";

const compressors =
  /^(?:\S*\/)?(?:gzip|pigz|bzip2|pbzip2|lbzip2|xz|pixz|lzma|zstd|zstdmt|lz4|lzop|brotli|compress)(?:\s+-[-\w=]+)*$/;
const tar = ["tar", "gtar", "bsdtar"];
const awk = ["awk", "gawk", "mawk", "nawk"];
const sed = ["sed", "gsed"];

/** Programs that run other programs because their script or an option says so. */
export const scriptRules: readonly Rule[] = [
  {
    programs: tar,
    reason: "lets tar run other programs",
    when: (invocation) =>
      surelyHasOption(invocation, "--to-command", "--checkpoint-action", "--rsh-command", "--info-script") ||
      hasOption(invocation, "-F", "--new-volume-script") ||
      optionValues(invocation, "-I", "--use-compress-program").some((word) => !compressors.test(textOf(word) ?? "")),
  },
  {
    programs: awk,
    reason: "a script that runs other programs",
    when: ({ args }) =>
      args.some((word) => textsOf(word).some((text) => /\bsystem\s*\(|\|&?\s*"|"\s*\|&?\s*getline/.test(text))),
  },
  {
    programs: awk,
    reason: "a script that writes outside of the working directory",
    when: ({ args, places }) =>
      awkOutputs(args).some((path) => /[/~]/.test(path) && !mayWriteTo(literalWord(path), places)),
  },
  {
    programs: sed,
    reason: "a script that runs other programs",
    when: (invocation) => readSedArguments(invocation).scripts.some(({ runs }) => runs),
  },
  {
    programs: sed,
    reason: "a script that writes outside of the working directory",
    when: (invocation) =>
      readSedArguments(invocation)
        .scripts.flatMap(({ writes }) => writes)
        .some((path) => !mayWriteTo(literalWord(path), invocation.places)),
  },
  {
    programs: awk,
    reason: laterReason,
    loses: true,
    when: ({ args, places }) => awkOutputs(args).some((path) => namesLater(literalWord(path), places)),
  },
  {
    programs: sed,
    reason: laterReason,
    loses: true,
    when: (invocation) =>
      readSedArguments(invocation)
        .scripts.flatMap(({ writes }) => writes)
        .some((path) => namesLater(literalWord(path), invocation.places)),
  },
  {
    programs: [...awk, ...sed, "make", "gmake", "psql", "mysql", "jq"],
    reason: "runs what another command has printed",
    when: (invocation) =>
      optionValues(invocation, "-f", "--file", "--makefile", "-x", "-S").some((word) => word.fromProcess),
  },
  {
    programs: ["psql", "mysql", "sqlite3", "mariadb", "make", "ed", "ex", "at", "batch"],
    reason: "runs what another command has printed",
    when: ({ command }) => command.inputFile?.fromProcess === true,
  },
  {
    programs: ["hash"],
    reason: "gives the name of a program to another file",
    when: (hash) => hasOption(hash, "-p"),
  },
  {
    programs: ["enable"],
    reason: "loads a library into the shell",
    when: (enable) => hasOption(enable, "-f"),
  },
  {
    programs: ["let", "read", "printf", "test", "[", "mapfile", "readarray", "getopts", "wait", "declare", "unset"],
    reason: hidden,
    when: ({ args, command }) =>
      [...args, ...(command.input === undefined ? [] : [command.input])].some((word) =>
        textsOf(word).some(hidesCommand),
      ),
  },
];

/** `print > "file"`. */
function awkOutputs(args: readonly Word[]): readonly string[] {
  return args
    .flatMap(textsOf)
    .flatMap((text) => Array.from(text.matchAll(/>\s*"([^"]+)"/g), (match) => match[1] ?? ""));
}
