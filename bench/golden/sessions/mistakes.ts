import type { Input, Session, ToolStep } from "../session.ts";

/** An input that would do, for each tool; none of them changes anything in the project `mixed`. */
const sound: Readonly<Record<string, Input>> = {
  approve_write: { path: "$OUTSIDE/sibling" },
  call_graph: { symbol: "run", path: "c/main.c" },
  create_file: { path: "c/store.c", content: "taken" },
  delete_file: { path: "nothing-here" },
  diagnostics: { path: "data/broken.json" },
  edit_code: { action: "remove", symbol: "merge", path: "c/store.c", dry_run: true },
  edit_file: { path: "no-end.txt", old_string: "two", new_string: "2", dry_run: true },
  grep: { pattern: "merge" },
  guide: { topic: "tree" },
  hierarchy: { symbol: "Store", path: "java" },
  index: { action: "build" },
  library: { name: "rake" },
  memory: { action: "list" },
  move_file: { path: "nothing-here", to: "there" },
  onboarding: { force: false },
  read_file: { path: "no-end.txt" },
  references: { symbol: "merge", path: "c/store.c" },
  run_command: { command: "echo one" },
  semantic_search: { query: "add two numbers" },
  symbol_at: { path: "c/main.c", line: 5, symbol: "merge" },
  symbols: { name: "merge" },
  tree: { path: "c" },
  workspace: { action: "list" },
};

/** Slips that can be mended, and mistakes that cannot, for every tool alike. */
const slips: readonly ((input: Input) => Input)[] = [
  (input) => input,
  () => ({}),
  (input) => ({ ...input, colour: "red" }),
  (input) => ({ ...input, project: "no-such-project" }),
  (input) => Object.fromEntries(Object.entries(input).map(([key]) => [key, { deep: [1] }])),
  (input) => Object.fromEntries(Object.entries(input).map(([key, value]) => [key.toUpperCase(), value])),
  (input) => ({ ...input, path: "../outside/secret.txt" }),
  (input) => ({ ...input, path: "bad\u0000path", limit: "3", offset: -1 }),
];

export function makeMistakes(): readonly ToolStep[] {
  return Object.entries(sound).flatMap(([tool, input]) => slips.map((slip): ToolStep => [tool, slip(input)]));
}

export const mistakes: Session = {
  name: "mistakes",
  project: "mixed",
  warmUp: [
    ["symbols", {}],
    ["index", { action: "build" }],
  ],
  steps: makeMistakes(),
};

/** The same calls where nothing may be changed. */
export const readOnly: Session = {
  name: "read-only",
  project: "mixed",
  flags: ["--read-only"],
  person: "accepts",
  warmUp: [
    ["symbols", {}],
    ["index", { action: "build" }],
  ],
  steps: [
    ...Object.entries(sound),
    ["create_file", { path: "new.txt", content: "new" }],
    ["edit_file", { path: "no-end.txt", old_string: "two", new_string: "2" }],
    ["move_file", { path: "no-end.txt", to: "moved.txt" }],
    ["delete_file", { path: "no-end.txt" }],
    ["edit_code", { action: "undo" }],
    ["memory", { action: "write", topic: "a", content: "b" }],
    ["memory", { action: "delete", topic: "a" }],
    ["library", { action: "register", path: "$OUTSIDE/sibling" }],
    ["workspace", {}],
    ["onboarding", { force: true }],
  ],
};
