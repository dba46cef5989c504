import type { Command } from "toolwright/cli";
import { pipeFlags } from "./pipe-flags.ts";
import type { RunQuestion } from "./pipe-session.ts";

/** A command that asks tools and prints rows. */
export interface PipeCommand extends Omit<Command, "run" | "group" | "endsWhenInterrupted" | "details"> {
  /** Two command lines and what they do. */
  readonly examples: readonly (readonly [string, string])[];
  readonly more?: string;
  /** What an argument is, for completion. */
  readonly completes: "symbol" | "file" | undefined;
  load(): Promise<RunQuestion>;
}

const many = [1, Number.MAX_SAFE_INTEGER] as const;
const aboutSymbols = { usage: "NAME… | -", takes: many, completes: "symbol" } as const;

/** The commands for shells; what they do is loaded with the first use. */
export const pipeTable: readonly PipeCommand[] = [
  {
    ...aboutSymbols,
    name: "refs",
    summary: "Where a symbol is used",
    examples: [
      ["outrider refs Store/get --role call --tests none", "calls outside of tests"],
      [
        "outrider refs -l0 openStore | xargs -0 sed -i s/openStore/open_store/",
        "change each file that uses it, but not the one that declares it",
      ],
    ],
    flags: pipeFlags.refs,
    load: async () => (await import("./questions/refs.ts")).run,
  },
  {
    name: "defs",
    usage: "NAME… | -",
    summary: "Where a name is declared",
    examples: [
      ["outrider defs -k function,method --symbols | fzf | outrider body -", "choose a function and read it"],
      ["outrider defs --substring store", "names that contain it"],
    ],
    flags: pipeFlags.defs,
    takes: [0, Number.MAX_SAFE_INTEGER],
    completes: "symbol",
    load: async () => (await import("./questions/defs.ts")).run,
  },
  {
    ...aboutSymbols,
    name: "callers",
    summary: "Calls of a function, in its callers",
    examples: [
      ["vim -q <(outrider callers openStore)", "go through all calls in vim"],
      ["outrider callers openStore --depth 3 --symbols", "who reaches it in three steps"],
    ],
    flags: pipeFlags.callers,
    load: async () => (await import("./questions/calls.ts")).runCallers,
  },
  {
    ...aboutSymbols,
    name: "calls",
    summary: "The functions that a function calls",
    examples: [
      ["outrider calls main --depth 2", "and what those call"],
      ["outrider calls main --symbols | outrider body -", "read all of them"],
    ],
    flags: pipeFlags.calls,
    load: async () => (await import("./questions/calls.ts")).runCalls,
  },
  {
    ...aboutSymbols,
    name: "impls",
    summary: "Subtypes of a type, implementations of a method",
    examples: [
      ["outrider impls Shape", "every type below it"],
      ["outrider impls --supertypes Circle", "every type above it"],
    ],
    flags: pipeFlags.impls,
    load: async () => (await import("./questions/impls.ts")).run,
  },
  {
    name: "outline",
    usage: "FILE… | -",
    summary: "What a file declares",
    examples: [
      ["outrider outline src/store.ts", "its declarations, indented by level"],
      ["git diff --name-only | outrider outline -", "of each changed file"],
    ],
    flags: pipeFlags.outline,
    takes: many,
    completes: "file",
    load: async () => (await import("./questions/outline.ts")).run,
  },
  {
    ...aboutSymbols,
    name: "body",
    summary: "The code of a declaration",
    examples: [
      ["outrider body Store/get | bat -l ts", "with colours"],
      ["outrider body src/store.ts:40", "the declaration around a line"],
    ],
    flags: pipeFlags.body,
    load: async () => (await import("./questions/body.ts")).run,
  },
  {
    name: "grep",
    usage: "PATTERN… | -",
    summary: "Lines with a regular expression, below the current directory",
    examples: [
      ["outrider grep 'TODO|FIXME' -g '*.ts' --tests none", "outside of tests"],
      ["outrider grep -Fl 'items[0]' --within src", "files with a plain text"],
    ],
    flags: pipeFlags.grep,
    takes: many,
    completes: undefined,
    load: async () => (await import("./questions/grep.ts")).run,
  },
  {
    name: "rename",
    usage: "OLD NEW",
    summary: "Rename a symbol everywhere; prints the changed files",
    examples: [
      ["outrider rename -n Store/get read | git apply --check", "what it would do, as a diff"],
      ["outrider rename Store/get read | xargs git add", "and stage it"],
    ],
    more: "A place that is not proven to mean the symbol stops it: the places are listed, nothing is changed, exit code 2.",
    flags: pipeFlags.rename,
    takes: [2, 2],
    completes: "symbol",
    load: async () => (await import("./questions/edits.ts")).runRename,
  },
  {
    name: "undo",
    usage: "[ID]",
    summary: "Undo the last change of commands, or another; prints the changed files",
    examples: [
      ["outrider undo", "what rename has just done"],
      ["outrider undo --list", "the changes that can be undone, newest first, by commands and by agents"],
    ],
    more: "Refused if one of the files was changed since: then nothing is undone, exit code 2.",
    flags: pipeFlags.undo,
    takes: [0, 1],
    completes: undefined,
    load: async () => (await import("./questions/edits.ts")).runUndo,
  },
  {
    name: "script",
    usage: "FILE | -",
    summary: "Run JavaScript in which every tool is a function",
    examples: [
      ["outrider script count-uses.js", "from a file"],
      ["echo 'print(await uses(\"openStore\"))' | outrider script -", "from stdin"],
    ],
    flags: pipeFlags.script,
    takes: [1, 1],
    completes: "file",
    load: async () => (await import("./questions/script.ts")).run,
  },
];
