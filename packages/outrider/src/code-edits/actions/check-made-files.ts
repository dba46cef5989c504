import { ToolError } from "toolwright";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";

/** A ToolError `broken_syntax` where a file that an action makes does not parse; of those that were there, it is checked already. */
export async function checkMadeFiles({ symbols, signal }: EditContext, draft: Draft): Promise<void> {
  for (const change of draft.changes()) {
    if (change.kind !== "create") continue;
    const declared = await symbols.ofText(change.file.shown, change.text, { signal });
    if (declared?.broken !== true) continue;
    throw new ToolError(
      "broken_syntax",
      `The action would make ${showPath(change.file.shown)} with syntax errors. Nothing was changed.`,
    );
  }
}
