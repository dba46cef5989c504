import type { Flags } from "toolwright/cli";
import { placeFlags } from "../pipes/place-flags.ts";

/** Apart from those of the other commands, which a starting server does not load. */
export const changesFlags = {
  staged: { type: "boolean", summary: "What is staged, against the last commit" },
  path: { type: "string", value: "PATH", summary: "Only this file, directory or glob" },
  history: { type: "string", value: "SYMBOL", summary: "The commits that changed this symbol, newest first" },
  markdown: { type: "boolean", summary: "Print Markdown, for a comment on a pull request" },
  json: { type: "boolean", summary: "Print the answer as one line of JSON" },
  ...placeFlags,
} as const satisfies Flags;
