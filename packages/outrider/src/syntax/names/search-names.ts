import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { Fit, NameHit, NameQuery } from "./name-query.ts";
import type { NameTable } from "./name-table.ts";
import type { NameSegment, SegmentName } from "./segment.ts";

interface Found {
  readonly hit: NameHit;
  /** Hits of a lower rank come first; among equals the shorter names. */
  readonly rank: number;
  readonly length: number;
}

/** Every name that matches a query, best first. */
export function searchNames(table: NameTable, query: NameQuery): readonly NameHit[] {
  const found = findWhole(table, query, query.name);
  if (found.length > 0 || !separators.test(query.name)) return sorted(found);
  return sorted(findWhole(table, query, query.name, true));
}

const separators = /\/|::|\.|#/;

function findWhole(table: NameTable, query: NameQuery, text: string, split = false): readonly Found[] {
  const parts = split || text.includes("/") ? text.split(/\/|::|\.|#/).filter((part) => part !== "") : [text];
  const needle = parts.at(-1) ?? "";
  const containers = parts.slice(0, -1).map((part) => part.toLowerCase());
  if (needle === "") return [];
  const accepts = createFilter(query, containers);
  const segments = [...table.segments()];
  const match = query.match ?? "auto";
  if (match === "fuzzy") return collect(segments, (segment) => fuzzy(segment, needle, accepts));
  const parted = collect(segments, (segment) => containing(segment, needle, accepts));
  if (match === "exact") return parted.filter(({ hit: { fit } }) => fit === "exact" || fit === "same-letters");
  if (match === "substring" || parted.some(({ hit: { fit } }) => fit !== "part")) return parted;
  const initials = initialsPattern(needle);
  const byInitials =
    initials === undefined || (parted.length > 0 && !/[A-Z]/.test(needle.slice(1)))
      ? []
      : collect(segments, (segment) => matching(segment, segment.text, initials, "initials", accepts));
  const found = [...byInitials, ...without(parted, byInitials)];
  return found.length > 0 ? found : collect(segments, (segment) => fuzzy(segment, needle, accepts));
}

/** `flatMap` takes several times as long, which matters if a query matches most of a project. */
function collect<From, To>(all: Iterable<From>, each: (from: From) => readonly To[]): readonly To[] {
  const collected: To[] = [];
  for (const from of all) for (const to of each(from)) collected.push(to);
  return collected;
}

function without(found: readonly Found[], others: readonly Found[]): readonly Found[] {
  const known = new Map<string, Set<number>>();
  for (const { hit } of others) known.set(hit.file, (known.get(hit.file) ?? new Set<number>()).add(hit.index));
  return found.filter(({ hit }) => known.get(hit.file)?.has(hit.index) !== true);
}

function createFilter({ kinds, inFile }: NameQuery, containers: readonly string[]): (name: SegmentName) => boolean {
  const known = new Map<string, boolean>();
  const around = containers.join("/");
  return (name) => {
    if (kinds !== undefined && !kinds.has(name.kind)) return false;
    if (around !== "" && !standsIn(name, around)) return false;
    if (inFile === undefined) return true;
    const answer = known.get(name.file) ?? inFile(name.file);
    known.set(name.file, answer);
    return answer;
  };
}

/** Whether the directly enclosing names are these, the innermost last. */
function standsIn({ path, name }: SegmentName, wanted: string): boolean {
  const around = path.slice(0, Math.max(0, path.length - name.length - 1)).toLowerCase();
  return around === wanted || around.endsWith(`/${wanted}`);
}

function containing(segment: NameSegment, needle: string, accepts: (name: SegmentName) => boolean): readonly Found[] {
  const found: Found[] = [];
  const lower = needle.toLowerCase();
  for (let at = segment.lower.indexOf(lower); at !== -1;) {
    const name = segment.nameAt(at);
    if (name !== undefined && accepts(name)) found.push(foundAs(name, fitOf(name.name, needle, lower)));
    at = segment.lower.indexOf(lower, segment.endAt(at));
  }
  return found;
}

function fitOf(name: string, needle: string, lower: string): Fit {
  if (name === needle) return "exact";
  const small = name.toLowerCase();
  if (small === lower) return "same-letters";
  return small.startsWith(lower) ? "prefix" : "part";
}

function matching(
  segment: NameSegment,
  text: string,
  pattern: RegExp,
  fit: Fit,
  accepts: (name: SegmentName) => boolean,
): readonly Found[] {
  return Array.from(text.matchAll(pattern), ({ index }) => segment.nameAt(index))
    .filter((name) => name !== undefined)
    .filter(accepts)
    .map((name) => foundAs(name, fit));
}

/** `gUN` matches `getUserName` and `get_user_name`; in lower case each letter is the first of a word. */
function initialsPattern(needle: string): RegExp | undefined {
  const humps = /[A-Z]/.test(needle) ? needle.split(/(?=[A-Z])/) : needle.split("");
  if (humps.length < 2 || !/^\w+$/.test(needle)) return undefined;
  const first = (humps[0] ?? "").replace(/^./, either);
  const others = humps.slice(1).map((hump) => {
    const rest = hump.slice(1);
    return `[a-z0-9]*(?:${hump.charAt(0).toUpperCase()}|_${either(hump.charAt(0))})${rest}`;
  });
  return new RegExp(`^_*${first}${others.join("")}.*$`, "gm");
}

function either(letter: string): string {
  return `[${letter.toLowerCase()}${letter.toUpperCase()}]`;
}

/** The letters in this order with others between, or a typo. */
function fuzzy(segment: NameSegment, needle: string, accepts: (name: SegmentName) => boolean): readonly Found[] {
  const letters = Array.from(needle.toLowerCase(), (letter) => letter.replace(/[^\p{L}\p{N}_]/u, String.raw`\$&`));
  // Each step stops at the first matching letter, so no name causes backtracking.
  const inOrder = new RegExp(`^${letters.map((letter) => `[^\\n${letter}]*${letter}`).join("")}.*$`, "gm");
  const found = letters.length < 2 ? [] : matching(segment, segment.lower, inOrder, "fuzzy", accepts);
  if (found.length > 0 || needle.length < minForTypos) return found;
  const typos: Found[] = [];
  for (let at = 0; at < segment.lower.length; at = segment.endAt(at) + 1) {
    const line = segment.lower.slice(at, segment.endAt(at));
    if (!isNearName(line, needle.toLowerCase())) continue;
    const name = segment.nameAt(at);
    if (name !== undefined && accepts(name)) typos.push(foundAs(name, "fuzzy"));
  }
  return typos;
}

const minForTypos = 4;

const ranks: Readonly<Record<Fit, number>> = {
  exact: 0,
  "same-letters": 4,
  prefix: 8,
  initials: 12,
  part: 16,
  fuzzy: 20,
};
const lastKinds: ReadonlySet<SymbolKind> = new Set(["section", "key", "rule", "test"]);

/** Ranked by how it matches; then code before texts and tests. */
function foundAs({ file, index, name, kind, test }: SegmentName, fit: Fit): Found {
  const rank = ranks[fit] + (lastKinds.has(kind) ? 2 : 0) + (test ? 1 : 0);
  return { hit: { file, index, fit }, rank, length: name.length };
}

const moreThanAnyLength = 2 ** 30;

/** By rank, length, file and index. Only files and groups are sorted: the hits of a file are already in symbol order. */
function sorted(found: readonly Found[]): readonly NameHit[] {
  const byFile = new Map<string, Found[]>();
  for (const each of found) push(byFile, each.hit.file, each);
  const groups = new Map<number, NameHit[]>();
  for (const file of [...byFile.keys()].sort()) {
    for (const { hit, rank, length } of byFile.get(file) ?? []) push(groups, rank * moreThanAnyLength + length, hit);
  }
  const order = [...groups.keys()].sort((a, b) => a - b);
  return collect(order, (group) => groups.get(group) ?? []);
}

function push<Key, Item>(groups: Map<Key, Item[]>, key: Key, item: Item): void {
  const known = groups.get(key);
  if (known === undefined) groups.set(key, [item]);
  else known.push(item);
}

/** At most two letters are missing, extra, different or swapped; the first one is right. */
function isNearName(name: string, wanted: string): boolean {
  const most = wanted.length < 6 ? 1 : 2;
  if (Math.abs(name.length - wanted.length) > most || name.charAt(0) !== wanted.charAt(0)) return false;
  let before: number[] = [];
  let row = Array.from({ length: wanted.length + 1 }, (_, at) => at);
  for (let i = 1; i <= name.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= wanted.length; j += 1) {
      const same = name.charCodeAt(i - 1) === wanted.charCodeAt(j - 1);
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (same ? 0 : 1));
      const isSwap = i > 1 && j > 1 && name[i - 1] === wanted[j - 2] && name[i - 2] === wanted[j - 1];
      if (isSwap) cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > most) return false;
    before = row;
    row = next;
  }
  return (row[wanted.length] ?? Number.POSITIVE_INFINITY) <= most;
}
