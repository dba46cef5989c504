import type { Invocation } from "./invocation.ts";
import type { Places } from "./places.ts";
import { isInterpreter } from "./unwrap.ts";
import { literalWord, textOf, textsOf, type Word } from "./word.ts";

/** Whether the file at an absolute path holds credentials. */
export type IsSecret = (path: string) => boolean;

/** The word of an invocation that names a file with credentials which the program may open. */
export function findSecret(invocation: Invocation, isSecret: IsSecret): Word | undefined {
  return openedWords(invocation).find((word) => namesSecret(word, invocation.places, isSecret));
}

export function namesSecret(word: Word, places: Places, isSecret: IsSecret): boolean {
  return candidates(word).some((candidate) => places.pathsOf(candidate)?.some(isSecret) === true);
}

// Programs that print or look at names, not into files.
const namesOnly = new Set([
  "echo",
  "printf",
  "test",
  "[",
  "ls",
  "stat",
  "basename",
  "dirname",
  "which",
  "type",
  "tree",
  "touch",
  "mkdir",
  "cd",
  "pushd",
  "true",
  "false",
  ":",
  "exit",
  "export",
]);
const printsNames = new Set(["echo", "printf", "ls"]);
const patternFirst = new Set([
  "grep",
  "egrep",
  "fgrep",
  "rg",
  "ag",
  "ack",
  "sed",
  "awk",
  "gawk",
  "jq",
  "yq",
  "perl",
  "gsed",
]);
const namesOfGit = new Set(["check-ignore", "ls-files", "status", "log", "rev-list", "branch", "tag"]);
/** Options of which the value is text and no file. */
const textOptions = new Set([
  "-m",
  "--message",
  "--title",
  "--body",
  "--grep",
  "-S",
  "-G",
  "-e",
  "--regexp",
  "--glob",
  "-g",
  "--include",
  "--exclude",
  "--exclude-dir",
  "--ignore",
  "-name",
  "-iname",
  "-path",
  "-ipath",
  "-not",
  "--author",
  "-t",
  "-b",
  "-k",
]);

function openedWords(invocation: Invocation): readonly Word[] {
  const { program, args, command } = invocation;
  // What is printed to another command may be opened there.
  if (namesOnly.has(program) && !(command.isFeeder && printsNames.has(program))) return [];
  if (isInterpreter(program)) return args.flatMap(quotedInCode);
  if (program === "git" && args.some((word) => namesOfGit.has(textOf(word) ?? ""))) return [];
  // Without somebody to open what it prints, find only tells names.
  const isSearch = program === "find" || program === "fd" || program === "fdfind";
  if (isSearch && !opensFound(invocation)) return [];
  const values = isSearch ? new Set<string>() : textOptions;
  const words = args.filter((word, at) => !values.has(textOf(args[at - 1] ?? word) ?? "") || at === 0);
  if (
    !patternFirst.has(program) ||
    args.some((word) => ["-e", "--regexp", "-f", "--file"].includes(textOf(word) ?? ""))
  )
    return words;
  const pattern = words.findIndex((word) => !textsOf(word).some((text) => text.startsWith("-")));
  return words.filter((_word, at) => at !== pattern);
}

function opensFound({ args, command }: Invocation): boolean {
  return (
    command.isFeeder ||
    args.some((word) =>
      ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"].includes(textOf(word) ?? ""),
    )
  );
}

/** The word itself and what programs take out of it: `--file=.env`, `@.env`, `key:.env`. */
function candidates(word: Word): readonly Word[] {
  const text = textOf(word);
  // Sentences are no paths.
  if (text !== undefined && /\s/.test(text) && !text.includes("/")) return [];
  const parts = word.readings.flatMap((reading) => [
    reading,
    ...reading.split(/[=:@]/).slice(1),
    ...shortOption(reading),
  ]);
  return [...new Set(parts)].filter((part) => part !== "").map((part) => ({ ...word, readings: [part] }));
}

// `-i~/.ssh/id` and `-f.env`.
function shortOption(reading: string): readonly string[] {
  return /^-[a-zA-Z]./.test(reading) ? [reading.slice(2)] : [];
}

/** Code is opaque, but files that it opens are often named in it as plain strings. */
function quotedInCode(word: Word): readonly Word[] {
  const text = textOf(word);
  if (text === undefined || !/['"`(\s]/.test(text)) return [word];
  return Array.from(text.matchAll(/(['"`])([^'"`\s]+)\1/g), (match) => literalWord(match[2] ?? ""));
}
