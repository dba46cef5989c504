import type { NextCall } from "toolwright";
import { visibleLine } from "../../workspace/text/visible-text.ts";

/** What an error proposes to do with a path; nothing where its name hides something, as the call would show it. */
export function nextCall(tool: "read_file" | "tree", path: string): { next?: NextCall } {
  return visibleLine(path) === path ? { next: { tool, input: { path } } } : {};
}
