import { ToolError } from "toolwright";
import { showPath } from "../../workspace/paths/check-path.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { DraftFile } from "../draft.ts";

/** A place that prevents the move, or that someone has to look at. */
export interface Location {
  readonly path: string;
  /** From 0. */
  readonly line: number;
  readonly text: string;
}

const maxListed = 12;

export function locationAt({ path, text }: Pick<DraftFile, "path" | "text">, offset: number): Location {
  const line = text.slice(0, offset).split(/\r\n|\r|\n/).length - 1;
  const start = Math.max(text.lastIndexOf("\n", offset - 1), text.lastIndexOf("\r", offset - 1)) + 1;
  const end = text.slice(start).search(/[\r\n]|$/);
  return {
    path,
    line,
    text: text
      .slice(start, start + end)
      .trim()
      .slice(0, 120),
  };
}

export function listLocations(places: readonly Location[]): string {
  const shown = places.slice(0, maxListed).map(({ path, line, text }) => visibleLine(`${path}:${line + 1} ${text}`));
  return [...shown, ...(places.length > maxListed ? [`and ${places.length - maxListed} more`] : [])].join("\n");
}

/** Nothing was changed, since the effect on these places cannot be proven. */
export function cannotProve(path: string, why: string, places: readonly Location[], next: string): ToolError {
  const list = places.length === 0 ? "" : `\n${listLocations(places)}`;
  return new ToolError("cannot_prove", `${showPath(path)} was not moved: ${why}. ${next}${list}`);
}
