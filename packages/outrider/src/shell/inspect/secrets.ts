import { afterCommand, gitCommand } from "./git-command.ts";
import { hasOption, type Invocation } from "./invocation.ts";
import { givesNext } from "./option-values.ts";
import type { PathJudge } from "./places.ts";
import { readSedArguments } from "./sed-arguments.ts";
import { isInterpreter } from "./unwrap.ts";
import { literalWord, textOf, textsOf, type Word } from "./word.ts";

/** Options whose value is text rather than a file, by program. */
const options: Readonly<Partial<Record<string, readonly string[]>>> = {
  git: ["-m", "--message", "--author", "--grep", "-S", "-G", "--date", "--trailer"],
  gh: ["--title", "--body", "-t", "-b", "-m", "--search", "-S", "--subject"],
  glab: ["--title", "--description", "-t", "-d", "-m"],
  npm: ["-m", "--message"],
  curl: ["-H", "--header", "-A", "--user-agent", "-X", "--request"],
  grep: ["-e", "--regexp", "--exclude", "--exclude-dir"],
  rg: ["-e", "--regexp", "-r", "--replace"],
  ag: ["--ignore", "--ignore-dir"],
  ack: ["--ignore-dir", "--ignore-file"],
  awk: ["-v", "--assign", "-F", "--field-separator"],
  docker: ["-t", "--tag", "--name", "-l", "--label"],
  tar: ["--exclude"],
  rsync: ["--exclude"],
  du: ["--exclude"],
  eslint: ["--ignore-pattern"],
};

const twins: Readonly<Partial<Record<string, string>>> = {
  egrep: "grep",
  fgrep: "grep",
  zgrep: "grep",
  gawk: "awk",
  mawk: "awk",
  nawk: "awk",
  podman: "docker",
  gtar: "tar",
  bsdtar: "tar",
};

/** Whether the file at an absolute path contains credentials. */
export type IsSecret = (path: string) => boolean;

/** The word of an invocation that names a file with credentials, if the program may open it. */
export function findSecret(invocation: Invocation, isSecret: IsSecret): Word | undefined {
  return openedWords(invocation).find((word) => namesSecret(word, invocation.places, isSecret));
}

export function namesSecret(word: Word, places: PathJudge, isSecret: IsSecret): boolean {
  return candidates(word).some(
    (candidate) => places.pathsOf(candidate)?.some((path) => isSecret(path) || isSecret(places.real(path))) === true,
  );
}

// Programs that handle names without opening files.
const namesOnly = new Set(
  "echo printf test [ ls stat basename dirname which type tree touch mkdir cd pushd true false : exit export".split(
    " ",
  ),
);
const printsNames = new Set(["echo", "printf", "ls"]);
const patternFirst = new Set("grep egrep fgrep zgrep rg ag ack awk gawk mawk nawk jq yq".split(" "));
const namesOfGit = new Set(["check-ignore", "ls-files", "ls-tree", "status", "rev-list", "branch", "tag"]);

function openedWords(invocation: Invocation): readonly Word[] {
  const { program, args, command } = invocation;
  // Names piped to another command may be opened there.
  if (namesOnly.has(program) && !(command.isFeeder && printsNames.has(program))) return [];
  if (isInterpreter(program)) return args.flatMap(quotedInCode);
  if (program === "git") return openedByGit(args);
  // Unless something opens what it prints, find only prints names.
  if (["find", "fd", "fdfind"].includes(program)) return opensFound(invocation) ? args : [];
  if (program === "sed" || program === "gsed") {
    const { files, scripts } = readSedArguments({ args });
    return [...files, ...scripts.flatMap(({ reads }) => reads).map(literalWord)];
  }
  const words = withoutText(args, textOptionsOf(program));
  return patternFirst.has(program) ? withoutPattern(words, invocation) : words;
}

function openedByGit(args: readonly Word[]): readonly Word[] {
  const name = gitCommand({ args });
  const rest = afterCommand({ args });
  if (namesOfGit.has(name ?? "") || (name === "log" && !showsContent(rest))) return [];
  const words = withoutText(rest.args, textOptionsOf("git"));
  if (name !== "grep" || hasOption(rest, "-e", "-f")) return words;
  const pattern = words.findIndex((word) => !isOption(word));
  return words.filter((_word, at) => at !== pattern);
}

/** Whether `git log` prints changes, not only metadata. */
function showsContent(rest: Pick<Invocation, "args">): boolean {
  const patches = [
    "-p",
    "-u",
    "--patch",
    "--patch-with-stat",
    "--patch-with-raw",
    "-U",
    "--unified",
    "-L",
    "-c",
    "--cc",
  ];
  const words = ["--word-diff", "--color-words", "--remerge-diff", "--binary", "--function-context", "-W", "--output"];
  return (
    hasOption(rest, ...patches, ...words) ||
    rest.args.some((word) => textsOf(word).some((text) => /^-[UL]./.test(text)))
  );
}

/** Removes options whose value is text, together with that value. */
function withoutText(args: readonly Word[], options: ReadonlySet<string>): readonly Word[] {
  return args.filter((word, at) => {
    if (at > 0 && givesNext(args[at - 1], options)) return false;
    const text = textOf(word) ?? "";
    return !(text.startsWith("--") && text.includes("=") && options.has(text.slice(0, text.indexOf("="))));
  });
}

/** Removes the first operand if it is a pattern rather than a file. */
function withoutPattern(words: readonly Word[], { program, args, places }: Invocation): readonly Word[] {
  if (args.some((word) => textsOf(word).some(givesPattern))) return words;
  const pattern = words.findIndex((word) => !isOption(word));
  const first = words[pattern];
  // `yq` treats its first operand as a file if that exists.
  if (program === "yq" && first !== undefined && !isExpression(first, places)) return words;
  return words.filter((_word, at) => at !== pattern);
}

function isExpression(word: Word, places: PathJudge): boolean {
  return (
    textsOf(word).every((text) => /^[.[{(]|\s/.test(text)) &&
    places.pathsOf(word)?.every((path) => !places.exists(path)) !== false
  );
}

/** Whether `-e` or `-f` gives the pattern, alone or in a letter cluster. */
function givesPattern(text: string): boolean {
  return /^--(?:reg|file|from-|source|exec)/.test(text) || /^-[a-zA-Z]*[ef]/.test(text);
}

function isOption(word: Word): boolean {
  return textsOf(word).some((text) => text.startsWith("-"));
}

function opensFound({ args, command }: Invocation): boolean {
  return (
    command.isFeeder ||
    args.some((word) =>
      ["-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"].includes(textOf(word) ?? ""),
    )
  );
}

/** The word itself and the paths that programs extract from it: `--file=.env`, `@.env`, `key:.env`. */
function candidates(word: Word): readonly Word[] {
  const parts = word.readings.flatMap((reading) => [reading, ...partsOf(reading)]);
  const unique = [...new Set(parts)].filter((part) => part !== "");
  return unique.map((part) =>
    part === word.readings[0] && unique.length === 1 ? word : { ...word, readings: [part] },
  );
}

// A sentence is not an option that contains a file. `-i~/.ssh/id` and `-f.env` are.
function partsOf(reading: string): readonly string[] {
  if (/\s/.test(reading) && !reading.includes("/")) return [];
  return [...reading.split(/[=:@]/).slice(1), ...(/^-[a-zA-Z]./.test(reading) ? [reading.slice(2)] : [])];
}

/** Code is opaque, but the files it opens are often plain strings in it. */
function quotedInCode(word: Word): readonly Word[] {
  const text = textOf(word);
  if (text === undefined || !/['"`(\s]/.test(text)) return [word];
  return Array.from(text.matchAll(/(['"`])([^'"`\s]+)\1/g), (match) => literalWord(match[2] ?? ""));
}

function textOptionsOf(program: string): ReadonlySet<string> {
  return new Set(options[twins[program] ?? program] ?? []);
}
