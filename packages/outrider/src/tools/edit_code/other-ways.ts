import type { OtherWays } from "../../code-edits/edit-context.ts";
import { nothingAt } from "../not-found.ts";

/** The tools that errors of edits by symbol refer to. */
export const otherWays: OtherWays = {
  nothingAt: (project, located, signal) => nothingAt(project, located, { what: "file", signal, project: undefined }),
  editText: "edit_file",
  findSymbols: "symbols",
  findReferences: "references",
  moveFiles: "move_file",
  deleteFiles: "delete_file",
};
