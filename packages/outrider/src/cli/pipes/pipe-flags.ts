import type { Flags } from "toolwright/cli";
import { changesFlags } from "../changes/changes-flags.ts";
import { placeFlags } from "./place-flags.ts";

const rowFlags = {
  files: { type: "boolean", short: "l", summary: "Print each file once instead of rows" },
  json: { type: "boolean", summary: "Print a JSON object a line, the last with the summary" },
  null: { type: "boolean", short: "0", summary: "End records with NUL, for xargs -0" },
  quiet: { type: "boolean", short: "q", summary: "No totals and notes on stderr; what is missing is told" },
} as const satisfies Flags;
const testsFlag = {
  tests: { type: "string", value: "only|none", summary: "Only those in tests, or none of them" },
} as const satisfies Flags;
const withinFlag = {
  within: { type: "string", value: "PATH", summary: "Only in this directory, file or glob" },
} as const satisfies Flags;
const depthFlag = { depth: { type: "string", value: "N", summary: "Levels to follow" } } as const satisfies Flags;
const kindFlag = {
  kind: { type: "string", short: "k", value: "KIND", summary: "Only these: function, class, method, interface" },
} as const satisfies Flags;
const { files: _files, ...plainFlags } = rowFlags;
/** Of each command that prints rows. */
const listFlags = {
  ...rowFlags,
  symbols: { type: "boolean", short: "s", summary: "Print each symbol once, as path#name" },
  ...placeFlags,
} as const satisfies Flags;
const graphFlags = {
  ...testsFlag,
  likely: { type: "boolean", summary: "Also places that only the name speaks for, last" },
  ...listFlags,
} as const satisfies Flags;

/** The flags of each command for shells. Without what they do: a client reads its command line before it loads anything else. */
export const pipeFlags = {
  refs: {
    role: { type: "string", value: "call|import|type|write|value", summary: "Only these uses" },
    ...withinFlag,
    ...graphFlags,
  },
  defs: {
    substring: { type: "boolean", summary: "Also names that contain it" },
    fuzzy: { type: "boolean", summary: "Also names that have its letters in order" },
    ...kindFlag,
    ...withinFlag,
    ...listFlags,
  },
  callers: {
    ...depthFlag,
    to: { type: "string", value: "NAME", summary: "Only the ways from this function" },
    ...graphFlags,
  },
  calls: {
    ...depthFlag,
    to: { type: "string", value: "NAME", summary: "Only the ways to this function" },
    ...graphFlags,
  },
  impls: {
    supertypes: { type: "boolean", summary: "The types above instead" },
    ...depthFlag,
    ...graphFlags,
  },
  outline: { ...depthFlag, ...kindFlag, ...listFlags },
  body: { ...plainFlags, ...placeFlags },
  grep: {
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
  changes: changesFlags,
  rename: {
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
  undo: {
    list: { type: "boolean", summary: "Print the changes that can be undone: number, time and title" },
    ...plainFlags,
    ...placeFlags,
  },
  script: {
    yes: { type: "boolean", short: "y", summary: "Approve what the script asks for" },
    json: { type: "boolean", summary: "Print what was printed and returned as JSON" },
    quiet: rowFlags.quiet,
    ...placeFlags,
  },
} as const satisfies Readonly<Record<string, Flags>>;
