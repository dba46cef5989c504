import { ToolError } from "toolwright";
import type { FileReferences } from "../../syntax/references/find-references.ts";
import type { Occurrence } from "../../syntax/references/occurrence.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import type { UnprovenChoice } from "../code-edit.ts";
import type { FoundLeftovers } from "./find-leftovers.ts";

/** A place with the name of a symbol, of which it is not proven whether it means the symbol. */
export interface UnprovenPlace {
  readonly file: string;
  /** 0-based; undefined if the file could not be read. */
  readonly line: number | undefined;
  /** The line's text. */
  readonly text: string;
  /** Why it is not proven, as a part of a sentence. */
  readonly why: string;
  /** The name; undefined if there is nothing to edit. */
  readonly at: Pick<Occurrence, "start" | "name" | "key"> | undefined;
  /** It declares something. */
  readonly isDeclaration?: boolean;
}

/** Every place with the name of a symbol, by what is known about it. */
export interface Proof {
  /** Places that mean it, declarations included. */
  readonly sure: readonly FileReferences[];
  readonly unproven: readonly UnprovenPlace[];
  /** How many places mean another declaration of that name. */
  readonly others: number;
  /** A file with other places now than when they were searched for. */
  readonly changed: string | undefined;
  /** Mentions in comments, strings and documents, which mean nothing to the language. */
  readonly leftovers: FoundLeftovers;
}

const maxListed = 12;

/** The places as lines, grouped by reason: `some places …:` and ` src/a.ts:3 text` below. */
export function listUnproven(places: readonly UnprovenPlace[]): string {
  const listed = places.slice(0, maxListed);
  const lines = [...new Set(listed.map(({ why }) => why))].flatMap((why) => [
    `${why}:`,
    ...listed.filter((place) => place.why === why).map((place) => ` ${showPlace(place)}`),
  ]);
  const rest = places.slice(maxListed);
  const files = new Set(rest.map(({ file }) => file)).size;
  const more = rest.length === 0 ? [] : [` and ${rest.length} more in ${countOf(files, "file")}`];
  return [...lines, ...more].join("\n");
}

export function showPlace({ file, line, text }: Pick<UnprovenPlace, "file" | "line" | "text">): string {
  return visibleLine(line === undefined ? file : `${file}:${line + 1} ${text}`);
}

/** Says what became of the places that the caller chose to leave or to include. */
export function noteUnproven(places: readonly UnprovenPlace[], what: "left" | "changed"): readonly string[] {
  if (places.length === 0) return [];
  return [`${countOf(places.length, "place")} not proven to mean it, ${what} as you chose. ${listUnproven(places)}`];
}

/** Removals and moves have nothing to write at a place that is not proven. */
export function refuseInclude(action: string, choice: UnprovenChoice): void {
  if (choice !== "include") return;
  throw new ToolError(
    "unclear_edit",
    `\`unproven\`: "include" is for rename and change_signature: "${action}" cannot change those places. Use "leave" and edit them yourself, or "refuse".`,
  );
}
