import type { Occurrence, Occurrences } from "../../../syntax/references/occurrence.ts";
import type { Location, Position } from "../../server/language-server.ts";
import { insideProject, startKey } from "../locations.ts";
import { openDefinitionAsker } from "./ask-definitions.ts";
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

const maxRounds = 3;
/** Of the time: what a name leads to is asked first, then what that leads to. */
const toFirstHop = 0.75;

/**
 * Checks occurrences of the name that the server did not list as references, until the question's time is up. The first ones matter
 * most.
 */
export async function checkDefinitions(
  hits: readonly WordHit[],
  answer: ServerAnswer,
  question: ServerQuestion,
): Promise<CheckedHits> {
  const { server } = answer;
  const { project } = question;
  if (hits.length === 0 || !server.supports("textDocument/definition"))
    return { confirmed: new Set(), other: new Set(), copies: [], unchecked: hits.length, unknown: [] };
  const asker = await openDefinitionAsker(server, question, hits.length);
  const known = await asker.ask(hits, toFirstHop);
  const members = new Set(answer.locations.map(keyOf)).add(startKey(answer.path, answer.position));
  const away = [...known.values()].flat().filter((location) => insideProject(project, location) !== undefined);
  const hops = new Map(
    away.map((location) => [keyOf(location), { path: location.path, position: location.range.start }]),
  );
  const further = Array.from(hops.values()).filter(
    ({ path, position }) => !members.has(startKey(path, position)) && !known.has(startKey(path, position)),
  );
  const next = await asker.ask(further, 1);
  await asker.remember();
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

function keyOf({ path, range }: Location): string {
  return startKey(path, range.start);
}
