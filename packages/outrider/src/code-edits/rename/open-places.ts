import type { ToolError } from "toolwright";
import type { ResolvedReferences } from "../../lsp/resolve/references/question.ts";
import { isMember } from "../../syntax/references/target.ts";
import { countOf, visibleLine } from "../../workspace/text/visible-text.ts";
import { type UnprovenPlace, showPlace } from "../proof/proof.ts";
import type { TouchedFile } from "../workspace-edit/collect-edit.ts";
import { type Renaming, refusal } from "./renaming.ts";

/** Uses of the name that a server neither names nor explains away; a declaration that it does not name is that of something else. */
export function openPlaces({ open, provenance }: ResolvedReferences): readonly UnprovenPlace[] {
  const server = provenance.state === "syntactic" ? "a language server" : provenance.server;
  const why = `${server} does not say what the name means there`;
  return open.flatMap(({ file, references }) =>
    references
      .filter(({ role }) => role !== "definition")
      .map((at) => ({ file, line: at.line, text: at.text, at, why })),
  );
}

/** So many places that a server leaves open are not proven by syntax. */
const maxOpen = 50;

/** What a member is called on has a type that syntax knows less of than a server that leaves it open. */
export function isBeyondSyntax({ target, references: { open } }: Renaming): boolean {
  const places = open.reduce((sum, { references }) => sum + references.length, 0);
  return places > maxOpen || (places > 0 && isMember(target));
}

const maxFiles = 12;

/** Both lists at once: what is proven, by file, and what is not, with the choice that the caller has. */
export function refuseOpen(
  { target, references: { provenance } }: Renaming,
  touched: readonly TouchedFile[],
  open: readonly UnprovenPlace[],
): ToolError {
  const proven = touched.reduce((sum, { replacements }) => sum + replacements.length, 0);
  const files = touched
    .slice(0, maxFiles)
    .map(({ path, replacements }) => `${path} ${replacements.length}`)
    .join(", ");
  const rest = touched.length > maxFiles ? ` and ${touched.length - maxFiles} more files` : "";
  const why = "why" in provenance ? ` (${visibleLine(provenance.why)})` : "";
  const others =
    open.length === 0
      ? `there may be more${why}`
      : `${countOf(open.length, "place")} with the name ${open.length === 1 ? "is" : "are"} not${why}`;
  return refusal(
    "cannot_prove",
    `${countOf(proven, "place")} in ${countOf(touched.length, "file")} ${proven === 1 ? "is" : "are"} proven to mean ${visibleLine(target.symbol.path)}: ${files}${rest}; ${others}`,
    open.map(showPlace),
    `\`unproven\`: "leave" renames what is proven and leaves the rest; "include" renames these places as well; \`wait\` gives the server more time.`,
  );
}
