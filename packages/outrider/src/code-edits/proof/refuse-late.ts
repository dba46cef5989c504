import { ToolError } from "toolwright";
import type { References } from "../../syntax/references/find-references.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

/** A search that ran out of time proves nothing about the files that it did not read. */
export function refuseLate({ late }: Pick<References, "late">, name: string): void {
  if (late === undefined) return;
  const read = `${late.of - late.files.length} of ${late.of} files that hold ${visibleLine(name)} were read in time`;
  throw new ToolError(
    "cannot_prove",
    `${read}, so that the others may use it; nothing was changed. Ask again: the search goes on with the files that are left.`,
  );
}
