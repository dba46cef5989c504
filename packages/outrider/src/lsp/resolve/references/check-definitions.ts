import type { Occurrence, Occurrences } from "../../../syntax/references/occurrence.ts";
import type { Location, Position } from "../../server/language-server.ts";
import { uriOf } from "../../server/uri.ts";
import { ServerError } from "../../wire/connection.ts";
import { insideProject, locationsOf, startKey } from "../locations.ts";
import type { ServerAnswer, ServerQuestion } from "./question.ts";

/** An occurrence in code of the name that is looked for. */
export interface WordHit {
  readonly file: Occurrences;
  readonly at: Occurrence;
  /** Real path. */
  readonly path: string;
  readonly position: Position;
  /** As made by `startKey`. */
  readonly key: string;
}

export interface CheckedHits {
  /** Keys of hits whose definition leads to one of the locations. */
  readonly confirmed: ReadonlySet<string>;
  /** Keys of hits that mean something else according to their definition. */
  readonly other: ReadonlySet<string>;
  /** Hits that lead to another copy of the symbol's file outside the project, as through a linked package. */
  readonly copies: readonly WordHit[];
  /** How many could not be checked. */
  readonly unchecked: number;
  /** Hits without a definition, e.g. imported from something that is not built. */
  readonly unknown: readonly WordHit[];
}

const maxAsked = 500;
const atOnce = 8;
const maxRounds = 3;
const requestMs = 10_000;

/** Checks occurrences of the name that the server did not list as references. The first ones matter most. */
export async function checkDefinitions(
  hits: readonly WordHit[],
  answer: ServerAnswer,
  { project, signal }: ServerQuestion,
): Promise<CheckedHits> {
  const { server } = answer;
  if (hits.length === 0 || !server.supports("textDocument/definition"))
    return { confirmed: new Set(), other: new Set(), copies: [], unchecked: hits.length, unknown: [] };
  const known = await definitionsAt(hits.slice(0, maxAsked), answer, signal);
  const members = new Set(answer.locations.map(keyOf)).add(startKey(answer.path, answer.position));
  const away = [...known.values()].flat().filter((location) => insideProject(project, location) !== undefined);
  const hops = new Map(
    away.map((location) => [keyOf(location), { path: location.path, position: location.range.start }]),
  );
  const further = Array.from(hops.values()).filter(
    ({ path, position }) => !members.has(startKey(path, position)) && !known.has(startKey(path, position)),
  );
  if (server.spec.needsOpen) await server.open([...new Set(further.map(({ path }) => path))], { signal });
  const next = await definitionsAt(further.slice(0, maxAsked), answer, signal);
  const landings = (key: string): readonly Location[] => known.get(key) ?? next.get(key) ?? [];

  const confirmed = new Set<string>();
  for (let round = 0; round < maxRounds; round += 1) {
    const fresh = hits.filter(({ key }) => !members.has(key) && leadsTo(members, landings, key));
    for (const { key } of fresh) confirmed.add(key);
    for (const { key } of fresh) members.add(key);
    if (fresh.length === 0) break;
  }
  const imports = new Set(hits.filter(({ at }) => at.role === "import").map(({ key }) => key));
  // An import that leads to itself does not say where the name comes from, nor do uses that lead to the import.
  const isDeadEnd = (key: string): boolean =>
    imports.has(key) && landings(key).every((location) => keyOf(location) === key);
  const leadsNowhere = ({ key }: WordHit): boolean =>
    landings(key).length === 0 || isDeadEnd(key) || landings(key).some((location) => isDeadEnd(keyOf(location)));
  const isElsewhere = (hit: WordHit): boolean =>
    !leadsNowhere(hit) &&
    landings(hit.key).some((location) => hit.at.role === "definition" || keyOf(location) !== hit.key);
  const isFollowed = ({ key }: WordHit): boolean =>
    landings(key).every(
      (location) => !hops.has(keyOf(location)) || known.has(keyOf(location)) || next.has(keyOf(location)),
    );
  const left = hits.filter(({ key }) => !confirmed.has(key));
  const checked = left.filter((hit) => known.has(hit.key) && isFollowed(hit));
  const isCopy = ({ path }: Location): boolean =>
    insideProject(project, { path }) === undefined && tailOf(path) === tailOf(answer.path) && !installed.test(path);
  const elsewhere = checked.filter(isElsewhere);
  const copies = elsewhere.filter(({ key }) => landings(key).some(isCopy));
  return {
    confirmed,
    other: new Set(elsewhere.filter((hit) => !copies.includes(hit)).map(({ key }) => key)),
    copies,
    unchecked: left.length - checked.length,
    unknown: checked.filter((hit) => hit.at.role !== "definition" && leadsNowhere(hit)),
  };
}

/** Folders of libraries, whose files are often called alike: `src/lib.rs`. */
const installed =
  /\/(?:node_modules|site-packages|dist-packages|registry|pkg\/mod|rustlib|\.cargo|\.m2|\.gradle)\/|^\/usr\//;

/** The file and the folder it is in: the same in another checkout. */
function tailOf(path: string): string {
  return path.split("/").slice(-2).join("/");
}

/** Whether the definition, or the definition of that definition, is a member. */
function leadsTo(
  members: ReadonlySet<string>,
  landings: (key: string) => readonly Location[],
  key: string,
  hops = 2,
): boolean {
  return landings(key).some((location) => {
    const next = keyOf(location);
    return members.has(next) || (hops > 1 && next !== key && leadsTo(members, landings, next, hops - 1));
  });
}

/** By `startKey`; positions that the server could not be asked about are missing. */
async function definitionsAt(
  locations: readonly { readonly path: string; readonly position: Position }[],
  { server }: ServerAnswer,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly Location[]>> {
  const found = new Map<string, readonly Location[]>();
  const left = locations.values();
  async function work(): Promise<void> {
    for (const { path, position } of left) {
      const params = { textDocument: { uri: uriOf(path) }, position };
      try {
        const result = await server.request("textDocument/definition", params, { signal, timeoutMs: requestMs });
        found.set(startKey(path, position), (await locationsOf(result)).locations);
      } catch (error) {
        if (signal.aborted || !(error instanceof ServerError)) throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, server.spec.maxInFlight ?? atOnce) }, work));
  return found;
}

function keyOf({ path, range }: Location): string {
  return startKey(path, range.start);
}
