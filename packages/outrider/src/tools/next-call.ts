import type { NextCall } from "toolwright";
import { visibleLine } from "../workspace/text/visible-text.ts";

/** What an error proposes to do; nothing where a name in it hides something, as the call would show it. */
export function nextCall(tool: string, input: Readonly<Record<string, unknown>>): { next?: NextCall } {
  const isPlain = Object.values(input).every((value) => typeof value !== "string" || visibleLine(value) === value);
  return isPlain ? { next: { tool, input } } : {};
}
