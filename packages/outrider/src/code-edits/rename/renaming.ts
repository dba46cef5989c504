import { ToolError } from "toolwright";
import type { ResolvedReferences } from "../../lsp/resolve/references/question.ts";
import type { Target } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { Leftovers, UnprovenChoice } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";

/** What is renamed, to what, and where it is used. */
export interface Renaming {
  readonly context: EditContext;
  readonly draft: Draft;
  readonly target: Target;
  readonly newName: string;
  readonly references: ResolvedReferences;
  /** What to do about places that may mean it. */
  readonly unproven: UnprovenChoice;
}

/** The edits of a rename; they are not in the draft yet. */
export interface RenameEdits {
  readonly touched: readonly TouchedFile[];
  readonly notes: readonly string[];
  /** Mentions that stay, if they are known already. */
  readonly leftovers?: Leftovers;
}

const maxPlaces = 12;

/** Says what prevents the rename, with the first of the places. */
export function refusal(code: string, why: string, places: readonly string[], next: string): ToolError {
  const shown = places.slice(0, maxPlaces).map((place) => `\n ${visibleLine(place)}`);
  const more = places.length > maxPlaces ? `\n and ${places.length - maxPlaces} more` : "";
  const listed = places.length === 0 ? ". " : `:${shown.join("")}${more}\n`;
  return new ToolError(code, `${why}${listed}Nothing was changed. ${next}`);
}
