import type { Outcome } from "toolwright";
import type { OutriderKit } from "../support/outrider-kit.ts";
import type { Refusal } from "./grade.ts";
import type { CodeEditor } from "./run-case.ts";

/** Outrider itself. */
export function outriderEditor(kit: OutriderKit, { wait = 0 }: { readonly wait?: number } = {}): CodeEditor {
  return {
    root: kit.root,
    edit: async (input) => refusalOf(await kit.call("edit_code", { wait, ...input }, { approve: true })),
    undo: async () => refusalOf(await kit.call("edit_code", { action: "undo" }, { approve: true })),
  };
}

export function refusalOf(outcome: Outcome): Refusal {
  if (outcome.status === "ok") return undefined;
  const isPlain = outcome.status === "tool_error" || outcome.status === "invalid_input" || outcome.status === "denied";
  const { code, message } = outcome.error;
  return isPlain ? { code, message } : { code: outcome.status, message, crashed: true };
}
