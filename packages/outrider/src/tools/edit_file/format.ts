import { escapeHidden } from "toolwright";
import type { EditFileOutput } from "./schema.ts";

/** What changed, what was not done to the letter, the diff. */
export function format({ path, written, added, removed, edits, notes, diff }: EditFileOutput): string {
  const lines = [...new Set(edits.map(({ line }) => line))];
  const places = edits.reduce((sum, edit) => sum + edit.places, 0);
  const where =
    lines.length === 1 ? `line ${lines[0]}` : `lines ${lines.slice(0, 10).join(", ")}${lines.length > 10 ? " …" : ""}`;
  const count = places === 1 ? where : `${places} places, ${where}`;
  const head = `${escapeHidden(path)}: +${added} -${removed} (${count})${written ? "" : "; dry run, nothing written"}`;
  return [head, ...notes, ...(diff === "" ? [] : [diff])].join("\n");
}
