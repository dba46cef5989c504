import type { Flags } from "toolwright/cli";
import { projectFlags } from "../flags.ts";
import type { PipeCommand } from "./pipe-command.ts";

const { profile: _profile, "read-only": _readOnly, ...projectPlaceFlags } = projectFlags;
const placeFlags = {
  ...projectPlaceFlags,
  alone: { type: "boolean", summary: "Not through the resident process of the project" },
} as const satisfies Flags;

const rowFlags = {
  files: { type: "boolean", short: "l", summary: "Print each file once instead of rows" },
  json: { type: "boolean", summary: "Print a JSON object a line, the last with the summary" },
  null: { type: "boolean", short: "0", summary: "End records with NUL, for xargs -0" },
  quiet: { type: "boolean", short: "q", summary: "No totals and notes on stderr; what is missing is told" },
} as const satisfies Flags;
const symbolFlag = {
  symbols: { type: "boolean", short: "s", summary: "Print each symbol once, as path#name" },
} as const satisfies Flags;
const likelyFlag = {
  likely: { type: "boolean", summary: "Also places that only the name speaks for, last" },
} as const satisfies Flags;
const testsFlag = {
  tests: { type: "string", value: "only|none", summary: "Only those in tests, or none of them" },
} as const satisfies Flags;
const withinFlag = {
  within: { type: "string", value: "PATH", summary: "Only in this directory, file or glob" },
} as const satisfies Flags;
const depthFlag = { depth: { type: "string", value: "N", summary: "Levels to follow" } } as const satisfies Flags;
const kindFlag = {
  kind: { type: "string", short: "k", value: "KIND", summary: "Only these: function, class, method,interface" },
} as const satisfies Flags;
const { files: _files, ...plainFlags } = rowFlags;

const many = [1, Number.MAX_SAFE_INTEGER] as const;

/** The commands for shells; what they do is loaded with the first use. */
export const pipeTable: readonly PipeCommand[] = [
  {
    name: "refs",
    usage: "NAME… | -",
    summary: "Where a symbol is used",
    examples: [
      ["outrider refs Store/get --role call --tests none", "calls outside of tests"],
      [
        "outrider refs -l0 openStore | xargs -0 sed -i s/openStore/open_store/",
        "change each file that uses it, but not the one that declares it",
      ],
    ],
    flags: {
      role: { type: "string", value: "call|import|type|write|value", summary: "Only these uses" },
      ...withinFlag,
      ...testsFlag,
      ...likelyFlag,
      ...rowFlags,
      ...symbolFlag,
      ...placeFlags,
    },
    takes: many,
    completes: "symbol",
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
    flags: {
      substring: { type: "boolean", summary: "Also names that contain it" },
      fuzzy: { type: "boolean", summary: "Also names that have its letters in order" },
      ...kindFlag,
      ...withinFlag,
      ...rowFlags,
      ...symbolFlag,
      ...placeFlags,
    },
    takes: [0, Number.MAX_SAFE_INTEGER],
    completes: "symbol",
    load: async () => (await import("./questions/defs.ts")).run,
  },
  {
    name: "callers",
    usage: "NAME… | -",
    summary: "Calls of a function, in its callers",
    examples: [
      ["vim -q <(outrider callers openStore)", "go through all calls in vim"],
      ["outrider callers openStore --depth 3 --symbols", "who reaches it in three steps"],
    ],
    flags: {
      ...depthFlag,
      to: { type: "string", value: "NAME", summary: "Only the ways from this function" },
      ...testsFlag,
      ...likelyFlag,
      ...rowFlags,
      ...symbolFlag,
      ...placeFlags,
    },
    takes: many,
    completes: "symbol",
    load: async () => (await import("./questions/calls.ts")).runCallers,
  },
  {
    name: "calls",
    usage: "NAME… | -",
    summary: "The functions that a function calls",
    examples: [
      ["outrider calls main --depth 2", "and what those call"],
      ["outrider calls main --symbols | outrider body -", "read all of them"],
    ],
    flags: {
      ...depthFlag,
      to: { type: "string", value: "NAME", summary: "Only the ways to this function" },
      ...testsFlag,
      ...likelyFlag,
      ...rowFlags,
      ...symbolFlag,
      ...placeFlags,
    },
    takes: many,
    completes: "symbol",
    load: async () => (await import("./questions/calls.ts")).runCalls,
  },
  {
    name: "impls",
    usage: "NAME… | -",
    summary: "Subtypes of a type, implementations of a method",
    examples: [
      ["outrider impls Shape", "every type below it"],
      ["outrider impls --supertypes Circle", "every type above it"],
    ],
    flags: {
      supertypes: { type: "boolean", summary: "The types above instead" },
      ...depthFlag,
      ...testsFlag,
      ...likelyFlag,
      ...rowFlags,
      ...symbolFlag,
      ...placeFlags,
    },
    takes: many,
    completes: "symbol",
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
    flags: { ...depthFlag, ...kindFlag, ...rowFlags, ...symbolFlag, ...placeFlags },
    takes: many,
    completes: "file",
    load: async () => (await import("./questions/outline.ts")).run,
  },
  {
    name: "body",
    usage: "NAME… | -",
    summary: "The code of a declaration",
    examples: [
      ["outrider body Store/get | bat -l ts", "with colours"],
      ["outrider body src/store.ts:40", "the declaration around a line"],
    ],
    flags: { ...plainFlags, ...placeFlags },
    takes: many,
    completes: "symbol",
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
    flags: {
      glob: {
        type: "string",
        short: "g",
        value: "GLOB",
        summary: "Only files that fit: *.ts, !*.test.ts; may be repeated",
      },
      type: { type: "string", short: "t", value: "TYPE", summary: "Only files of a ripgrep type: py" },
      literal: { type: "boolean", short: "F", summary: "The pattern is plain text" },
      word: { type: "boolean", short: "w", summary: "Only whole words" },
      "ignore-case": { type: "boolean", short: "i", summary: "Ignore case" },
      ...withinFlag,
      ...testsFlag,
      ...rowFlags,
      ...placeFlags,
    },
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
    flags: {
      "dry-run": { type: "boolean", short: "n", summary: "Change nothing, print the diff" },
      unproven: {
        type: "string",
        value: "leave|include",
        summary: "Rename although some places are not proven, without or with them",
      },
      force: { type: "boolean", summary: "Although the new name is taken" },
      ...plainFlags,
      ...placeFlags,
    },
    takes: [2, 2],
    completes: "symbol",
    load: async () => (await import("./questions/rename.ts")).run,
  },
  {
    name: "script",
    usage: "FILE | -",
    summary: "Run JavaScript in which every tool is a function",
    examples: [
      ["outrider script count-uses.js", "from a file"],
      ["echo 'print(await uses(\"openStore\"))' | outrider script -", "from stdin"],
    ],
    flags: {
      yes: { type: "boolean", short: "y", summary: "Approve what the script asks for" },
      json: { type: "boolean", summary: "Print what was printed and returned as JSON" },
      quiet: rowFlags.quiet,
      ...placeFlags,
    },
    takes: [1, 1],
    completes: "file",
    load: async () => (await import("./questions/script.ts")).run,
  },
];
