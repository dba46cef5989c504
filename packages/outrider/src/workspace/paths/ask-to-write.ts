import { type Dirent, readdirSync, readlinkSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { installedPackages, installedPrograms, runsLater, worktreePlaces } from "./ask-to-write-rules.ts";
import { comparable, matcher } from "./name-patterns.ts";
import { homeDirectory, isInside, relativeTo } from "./inside.ts";
import { realPlace } from "./private-places.ts";

export interface AskToWriteSettings {
  /** Further names that the user wants to be asked about; they win over `unasked`. */
  readonly ask?: readonly string[];
  readonly unasked?: readonly string[];
}

/** Which files run later, so that a person is asked before one is written. Reasons are clauses such as "a CI server runs it". */
export interface AskToWrite {
  /** By its name, or by the name of a link around it that leads there. The path is absolute. */
  reasonFor(path: string): string | undefined;
  /** The same for the paths of a tree that comes to a place or goes from it. */
  inTree(directory: string, change: TreeChange): (path: string, isLink: boolean) => string | undefined;
}

/** What leaves no longer runs, so that installed programs do not count then. */
export type TreeChange = "arrives" | "leaves";

type Rules = (name: string) => string | undefined;

/**
 * Whole paths are judged, so that a project opened at `.vscode` gains nothing. `top` is the outermost directory in which links
 * are looked for.
 */
export function createAskToWrite(settings: AskToWriteSettings, top: string): AskToWrite {
  const ask = (settings.ask ?? []).map(asName);
  const asked = matcher(ask);
  const unasked = matcher((settings.unasked ?? []).map(asName));
  const linksAround = createLinkFinder(firstNames([...laterNames, ...ask]), top);

  function byName(path: string, rules: Rules): string | undefined {
    const name = comparable(path).replace(worktreePlaces, "");
    if (asked(name)) return ownReason;
    return unasked(name) ? undefined : rules(name);
  }

  function byNames(path: string, links: readonly FoundLink[], rules: Rules): string | undefined {
    const others = links.filter(({ target }) => isInside(target, path));
    const names = [path, ...others.map(({ link, target }) => join(link, relativeTo(target, path)))];
    return names.map((name) => byName(name, rules)).find((reason) => reason !== undefined);
  }

  return {
    reasonFor: (path) => byNames(path, linksAround(path), ruleFor),
    inTree(directory, change) {
      const links = linksAround(directory);
      if (change === "leaves") return (path) => byNames(path, links, ruleToLeave);
      return (path, isLink) => byNames(path, links, isLink ? ruleForLink : ruleFor);
    },
  };
}

const ownReason = "the person's settings ask about it";
const linkReason = "it brings files that run later";

/** `.claude/**` means the same as `.claude/`. */
function asName(glob: string): string {
  return glob.replace(/^(?:\.?\/|\*\*\/)+/, "").replace(/\/\*\*$/, "/");
}

const laterNames = runsLater.flatMap(({ names }) => names);
const isLater = matcher(laterNames);
const groups = runsLater.map(({ reason, names }) => ({ reason, has: matcher(names) }));
const isProgram = matcher(installedPrograms.names);
const isInstalled = matcher(installedPackages);
const beginsRule = matcher([...laterNames, ...installedPrograms.names].flatMap(directoriesOf));

function ruleFor(name: string): string | undefined {
  if (isProgram(name)) return installedPrograms.reason;
  return isInstalled(name) ? undefined : laterRule(name);
}

function ruleToLeave(name: string): string | undefined {
  return isInstalled(name) ? undefined : laterRule(name);
}

/** A link called `.vscode` brings a `tasks.json` of its own. */
function ruleForLink(name: string): string | undefined {
  return ruleFor(name) ?? (beginsRule(name) ? linkReason : undefined);
}

function laterRule(name: string): string | undefined {
  return isLater(name) ? groups.find(({ has }) => has(name))?.reason : undefined;
}

/** `.github/workflows/` begins with `.github`. */
function directoriesOf(name: string): readonly string[] {
  const parts = name.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
}

function firstNames(names: readonly string[]): (name: string) => boolean {
  return matcher([...new Set(names.map((name) => name.split("/")[0] ?? name))]);
}

interface FoundLink {
  readonly link: string;
  /** Where it leads, even if there is nothing yet. */
  readonly target: string;
}

interface Listing {
  readonly changed: bigint;
  /** Until when it holds for sure, if the directory does not look changed. */
  readonly goodUntil: number;
  readonly links: readonly string[];
  readonly directories: readonly string[];
}

const deepest = 3;
const maxDirectories = 100;
const maxKnown = 5_000;
/** Clocks of file systems tick slowly: a listing soon after the last change may have missed another, so it holds for one burst. */
const settledMs = 2_000;
const burstMs = 100;

/** Finds links with such names in the directories above a path, in those that the names begin with, and in the home. */
function createLinkFinder(matters: (name: string) => boolean, top: string): (path: string) => readonly FoundLink[] {
  const known = new Map<string, Listing>();
  const home = homeDirectory();

  function list(directory: string, isWhole: boolean): Listing | undefined {
    const key = `${isWhole} ${directory}`;
    try {
      const changed = statSync(directory, { bigint: true }).mtimeNs;
      const before = known.get(key);
      if (before?.changed === changed && Date.now() < before.goodUntil) return before;
      const all = readdirSync(directory, { withFileTypes: true });
      const entries = isWhole ? all : all.filter(({ name }) => matters(comparable(name)));
      const names = (isKind: (entry: Dirent) => boolean): readonly string[] =>
        entries.filter(isKind).map(({ name }) => join(directory, name));
      const isSettled = Date.now() - Number(changed / 1_000_000n) > settledMs;
      const listing = {
        changed,
        goodUntil: isSettled ? Number.POSITIVE_INFINITY : Date.now() + burstMs,
        links: names((entry) => entry.isSymbolicLink()),
        directories: names((entry) => entry.isDirectory()),
      };
      if (known.size > maxKnown) known.clear();
      known.set(key, listing);
      return listing;
    } catch {
      return undefined;
    }
  }

  function collect(directory: string, depth: number): readonly string[] {
    const first = list(directory, false);
    const links = [...(first?.links ?? [])];
    let level = first?.directories ?? [];
    for (let deep = 1, seen = 0; deep <= depth && level.length > 0; deep += 1) {
      const below = level.slice(0, maxDirectories - seen).map((each) => list(each, true));
      seen += below.length;
      links.push(...below.flatMap((each) => each?.links ?? []));
      level = below.flatMap((each) => each?.directories ?? []);
    }
    return links;
  }

  return (path) => {
    const found = new Set(collect(home, 1));
    for (let at = dirname(path); isInside(top, at); at = dirname(at)) {
      for (const link of collect(at, deepest)) found.add(link);
      if (at === dirname(at)) break;
    }
    return [...found].flatMap((link) => targetOf(link));
  };
}

function targetOf(link: string): readonly FoundLink[] {
  try {
    return [{ link, target: realPlace(resolve(dirname(link), readlinkSync(link))) }];
  } catch {
    return [];
  }
}
