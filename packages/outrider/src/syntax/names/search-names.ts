import type { SymbolKind } from "../../languages/symbol-kind.ts";
import { isNearName } from "./near-name.ts";
import type { Fit, NameHit, NameQuery } from "./name-query.ts";
import type { NameTable } from "./name-table.ts";
import type { Segment, SegmentName } from "./segment.ts";

interface Found extends NameHit {
  readonly name: SegmentName;
}

/** Every name that fits a query, best first. */
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
  if (match === "fuzzy") return segments.flatMap((segment) => fuzzy(segment, needle, accepts));
  const parted = segments.flatMap((segment) => containing(segment, needle, accepts));
  if (match === "exact") return parted.filter(({ fit }) => fit === "exact" || fit === "same-letters");
  if (match === "substring" || parted.some(({ fit }) => fit !== "part")) return parted;
  const initials = initialsPattern(needle);
  const byInitials =
    initials === undefined || (parted.length > 0 && !/[A-Z]/.test(needle.slice(1)))
      ? []
      : segments.flatMap((segment) => matching(segment, segment.text, initials, "initials", accepts));
  const known = new Set(byInitials.map(keyOf));
  const either = [...byInitials, ...parted.filter((hit) => !known.has(keyOf(hit)))];
  return either.length > 0 ? either : segments.flatMap((segment) => fuzzy(segment, needle, accepts));
}

function keyOf({ file, index }: NameHit): string {
  return `${index} ${file}`;
}

function createFilter({ kinds, inFile }: NameQuery, containers: readonly string[]): (name: SegmentName) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    if (kinds !== undefined && !kinds.has(name.kind)) return false;
    if (containers.length > 0 && !standsIn(name, containers)) return false;
    if (inFile === undefined) return true;
    const answer = known.get(name.file) ?? inFile(name.file);
    known.set(name.file, answer);
    return answer;
  };
}

/** The names right around it are these, the innermost last. */
function standsIn({ path, name }: SegmentName, containers: readonly string[]): boolean {
  const around = path.slice(0, Math.max(0, path.length - name.length - 1)).toLowerCase();
  const wanted = containers.join("/");
  return around === wanted || around.endsWith(`/${wanted}`);
}

function containing(segment: Segment, needle: string, accepts: (name: SegmentName) => boolean): readonly Found[] {
  const found: Found[] = [];
  const lower = needle.toLowerCase();
  for (let at = segment.lower.indexOf(lower); at !== -1;) {
    const name = segment.nameAt(at);
    if (name !== undefined && accepts(name)) found.push(hit(name, fitOf(name.name, needle, lower)));
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
  segment: Segment,
  text: string,
  pattern: RegExp,
  fit: Fit,
  accepts: (name: SegmentName) => boolean,
): readonly Found[] {
  return Array.from(text.matchAll(pattern), ({ index }) => segment.nameAt(index))
    .filter((name) => name !== undefined)
    .filter(accepts)
    .map((name) => hit(name, fit));
}

/** `gUN` fits `getUserName` and `get_user_name`; in lower case each letter is the first of a word. */
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

/** The letters in this order with others between, or a slip of the keys. */
function fuzzy(segment: Segment, needle: string, accepts: (name: SegmentName) => boolean): readonly Found[] {
  const letters = Array.from(needle.toLowerCase(), (letter) => letter.replace(/[^\p{L}\p{N}_]/u, String.raw`\$&`));
  // Each step stops at the first letter that fits, so that no name makes it try twice.
  const inOrder = new RegExp(`^${letters.map((letter) => `[^\\n${letter}]*${letter}`).join("")}.*$`, "gm");
  const found = letters.length < 2 ? [] : matching(segment, segment.lower, inOrder, "fuzzy", accepts);
  if (found.length > 0 || needle.length < leastForSlips) return found;
  const slips: Found[] = [];
  for (let at = 0; at < segment.lower.length; at = segment.endAt(at) + 1) {
    const line = segment.lower.slice(at, segment.endAt(at));
    if (!isNearName(line, needle.toLowerCase())) continue;
    const name = segment.nameAt(at);
    if (name !== undefined && accepts(name)) slips.push(hit(name, "fuzzy"));
  }
  return slips;
}

const leastForSlips = 4;

function hit(name: SegmentName, fit: Fit): Found {
  return { file: name.file, index: name.index, fit, name };
}

const fits: readonly Fit[] = ["exact", "same-letters", "prefix", "initials", "part", "fuzzy"];
const lastKinds: ReadonlySet<SymbolKind> = new Set(["section", "key", "rule", "test"]);

function sorted(found: readonly Found[]): readonly NameHit[] {
  const keyed = found.map((each) => ({ each, rank: rankOf(each) }));
  keyed.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.each.name.name.length - b.each.name.name.length ||
      (a.each.file < b.each.file ? -1 : a.each.file > b.each.file ? 1 : a.each.index - b.each.index),
  );
  return keyed.map(({ each: { file, index, fit } }) => ({ file, index, fit }));
}

/** By how it fits; then code before texts and tests. */
function rankOf({ fit, name }: Found): number {
  const texts = lastKinds.has(name.kind) ? 2 : 0;
  return fits.indexOf(fit) * 4 + texts + (name.test ? 1 : 0);
}
