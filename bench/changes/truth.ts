/** Which symbols a commit changed, by the parser of the language itself. */
import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Repository {
  readonly name: string;
  readonly language: "Python" | "Go" | "TypeScript" | "Java";
  readonly commit: string;
  readonly ending: string;
}

export const repositories: readonly Repository[] = [
  { name: "tkem/cachetools", language: "Python", commit: "28d4506f2a49d781ffbcecb095fa7aba5bb80aff", ending: ".py" },
  {
    name: "pallets/itsdangerous",
    language: "Python",
    commit: "672971d66a2ef9f85151e53283113f33d642dabd",
    ending: ".py",
  },
  { name: "spf13/pflag", language: "Go", commit: "5fdac2d16c16d60605cb8baa887e8c5c38ef623f", ending: ".go" },
  {
    name: "sindresorhus/p-queue",
    language: "TypeScript",
    commit: "180ab9e25cd10b6f548767d7176076b50d25e188",
    ending: ".ts",
  },
  { name: "google/gson", language: "Java", commit: "9835b6f90192f79cdf5300c528fc6212455fb6c1", ending: ".java" },
];

export interface Commit {
  readonly id: string;
}

/** Commits with one parent that change source files, and not very many. */
export function listCommits(root: string, { ending }: Repository): readonly Commit[] {
  const printed = git(root, [
    "log",
    "--no-merges",
    "--min-parents=1",
    "--format=%x01%H",
    "--name-only",
    "--no-renames",
  ]);
  return printed
    .split("\u0001")
    .map((each) => each.trim().split("\n"))
    .filter((lines) => lines.some((line) => line.endsWith(ending)) && lines.length <= 30)
    .map(([id = ""]) => ({ id }));
}

/** Files are paired as git pairs them; what changed is `path symbol`. */
export interface Truth {
  readonly changed: ReadonlySet<string>;
  /** All symbols of the compared files, before or after. */
  readonly known: ReadonlySet<string>;
  /** Files that one of the versions of which could not be parsed by the judge. */
  readonly unknown: ReadonlySet<string>;
}

export function compareVersions(root: string, { language, ending }: Repository, { id }: Commit): Truth {
  const printed = git(root, ["diff-tree", "-r", "-M", "-z", "--name-status", `${id}^`, id]);
  const pairs: { readonly old: string; readonly now: string }[] = [];
  const words = printed.split("\0");
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [old = "", status = ""] = [words[at + 1], words[at]];
    const now = /^[RC]/.test(status) ? (words[(at += 1) + 1] ?? "") : old;
    if (now.endsWith(ending)) pairs.push({ old, now });
  }
  const read = (revision: string, path: string): string => {
    try {
      return git(root, ["cat-file", "blob", `${revision}:${path}`]);
    } catch {
      return "";
    }
  };
  const texts = pairs.flatMap(({ old, now }) => [read(`${id}^`, old), read(id, now)]);
  const parsed = texts.length === 0 ? [] : parse(language, texts);
  const changed = new Set<string>();
  const known = new Set<string>();
  const unknown = new Set<string>();
  pairs.forEach(({ now }, index) => {
    const [before, after] = [parsed[2 * index], parsed[2 * index + 1]];
    if (before === null || before === undefined || after === null || after === undefined) {
      unknown.add(now);
      return;
    }
    for (const path of new Set([...Object.keys(before), ...Object.keys(after)])) {
      known.add(`${now} ${path}`);
      if (before[path] !== after[path]) changed.add(`${now} ${path}`);
    }
  });
  const isInside = (each: string): boolean => {
    const outer = each.slice(0, each.lastIndexOf("/"));
    const [file = "", path = ""] = splitAt(outer);
    const index = pairs.findIndex(({ now }) => now === file);
    const [before, after] = [parsed[2 * index] ?? {}, parsed[2 * index + 1] ?? {}];
    return each.includes("/", file.length) && path in before !== path in after;
  };
  // What came or went with its type is one change.
  return { changed: new Set([...changed].filter((each) => !isInside(each))), known, unknown };
}

function splitAt(key: string): readonly string[] {
  const at = key.lastIndexOf(" ");
  return [key.slice(0, at), key.slice(at + 1)];
}

export interface OurRow {
  readonly symbol: string;
  readonly kind: string;
  readonly file: string;
  readonly how: readonly string[];
  readonly was?: { readonly symbol: string; readonly file: string } | undefined;
}

/** Compares with the rows of the answer; a rename or move counts as the two changes that it is. */
export function score({ changed, known, unknown }: Truth, rows: readonly OurRow[], { ending }: Repository) {
  const ours = new Set<string>();
  for (const { symbol, kind, file, how, was } of rows) {
    if (kind === "test" || !file.endsWith(ending) || unknown.has(file)) continue;
    const path = symbol.replace(/\[\d+\]$/, "");
    if (how.every((each) => each === "comment" || each === "layout")) continue;
    ours.add(`${file} ${path}`);
    if (was !== undefined) ours.add(`${was.file} ${was.symbol.replace(/\[\d+\]$/, "")}`);
  }
  const isAround = (outer: string, inner: string): boolean => inner.startsWith(`${outer}/`);
  const moved = rows.flatMap(({ symbol, file, was }) =>
    was === undefined ? [] : [`${file} ${symbol}`, `${was.file} ${was.symbol.replace(/\[\d+\]$/, "")}`],
  );
  const isFound = (each: string): boolean =>
    ours.has(each) ||
    // A member came along with its type, also where another type has the same name.
    moved.some((outer) => isAround(outer, each)) ||
    [...ours].some((one) => isAround(each, one) && !known.has(one));
  const isRight = (each: string): boolean => {
    if (changed.has(each)) return true;
    // The judge knows no name in a value or a type without one, or takes it as part of what is around it.
    const outers = each.split("/").map((_part, index, parts) => parts.slice(0, index).join("/"));
    return outers.some((outer) => changed.has(outer));
  };
  const missed = [...changed].filter((each) => !isFound(each));
  const wrong = [...ours].filter((each) => !isRight(each));
  return {
    truth: changed.size,
    ours: ours.size,
    found: changed.size - missed.length,
    right: ours.size - wrong.length,
    missed,
    wrong,
  };
}

type Parsed = Readonly<Record<string, string>> | null;

const here = join(dirname(fileURLToPath(import.meta.url)), "../changes");
let goProgram: string | undefined;

function parse(language: Repository["language"], texts: readonly string[]): readonly Parsed[] {
  const input = JSON.stringify(texts);
  const run = (file: string, args: readonly string[], given = input): string =>
    execFileSync(file, args, { input: given, encoding: "utf8", maxBuffer: 1 << 30, stdio: ["pipe", "pipe", "ignore"] });
  if (language === "Python") return JSON.parse(run("python3", [join(here, "symbols.py")]));
  if (language === "TypeScript") {
    const compiler = process.env["TYPESCRIPT"] ?? "typescript";
    return JSON.parse(run(process.execPath, [join(here, "symbols.mjs"), compiler]));
  }
  if (language === "Go") {
    if (goProgram === undefined) {
      goProgram = join(mkdtempSync(join(tmpdir(), "symbols-go-")), "symbols");
      execFileSync("go", ["build", "-o", goProgram, join(here, "symbols.go")]);
    }
    return JSON.parse(run(goProgram, []));
  }
  const printed = run("java", [join(here, "Symbols.java")], texts.join("\0"));
  return printed.split("\u0003\n").slice(0, texts.length).map(readLines);
}

function readLines(printed: string): Parsed {
  if (printed.startsWith("\u0002")) return null;
  return Object.fromEntries(
    printed
      .split("\n")
      .filter(Boolean)
      .map((line) => [line.slice(0, line.indexOf("\t")), line.slice(line.indexOf("\t") + 1)]),
  );
}

function git(root: string, args: readonly string[]): string {
  return execFileSync("git", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    stdio: ["ignore", "pipe", "ignore"],
  });
}
