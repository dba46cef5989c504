import type { AnyTool } from "toolwright";
import { tools } from "../../src/tools/index.ts";

/** A call of a tool over the files of `callFiles`. */
export interface ToolCall {
  readonly tool: string;
  readonly title: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether it changes something in the project or runs something. */
  readonly writes: boolean;
  /** What is in the answer only if the project of `callFiles` was looked at, marked with its word. */
  readonly shows?: (word: string) => string;
  /** Told to the person first. */
  readonly asks?: boolean;
  /** Only an earlier call makes it possible; it must come right after the ones before it. */
  readonly follows?: boolean;
}

/** The files of a project; `word` tells it from another one. */
export function callFiles(word: string): Record<string, string> {
  return {
    "src/a.ts": `export const word = "${word}";\n`,
    "src/shape.ts": "export interface Shape {}\nexport class Square implements Shape {}\n",
    "src/move-me.ts": `// ${word} moves\n`,
    "src/delete-me.ts": `// ${word} goes\n`,
    "README.md": `# ${word}\n\nThe readme of ${word}.\n`,
    "package.json": `${JSON.stringify({ name: word, description: `About ${word}`, scripts: { test: `echo ${word}` } })}\n`,
    ".git/HEAD": `ref: refs/heads/${word}\n`,
    ".git/objects/info/packs": "",
    ".git/refs/heads/empty.lock": "",
    ".outrider/memories/known.md": `# Known\n\nWhat ${word} is.\n`,
  };
}

const showsWord = (word: string): string => word;

const written: readonly ToolCall[] = [
  { tool: "read_file", title: "a file", input: { path: "src/a.ts" }, writes: false, shows: showsWord },
  { tool: "read_file", title: "a directory", input: { path: "src" }, writes: false },
  {
    tool: "read_file",
    title: "a pattern",
    input: { path: "src/a.ts", pattern: "word" },
    writes: false,
    shows: showsWord,
  },
  { tool: "grep", title: "lines", input: { pattern: "const word" }, writes: false, shows: showsWord },
  { tool: "grep", title: "counts", input: { pattern: "const word", output: "count" }, writes: false },
  { tool: "tree", title: "all", input: {}, writes: false },
  { tool: "symbols", title: "the project", input: {}, writes: false },
  { tool: "symbols", title: "a name", input: { name: "word" }, writes: false, shows: showsWord },
  { tool: "references", title: "a symbol", input: { symbol: "word" }, writes: false },
  { tool: "symbol_at", title: "a name", input: { path: "src/a.ts", line: 1, symbol: "word" }, writes: false },
  { tool: "call_graph", title: "a symbol", input: { symbol: "word", direction: "both" }, writes: false },
  { tool: "changes", title: "uncommitted", input: {}, writes: false, shows: () => " word 1: " },
  { tool: "changes", title: "staged", input: { range: "staged" }, writes: false },
  { tool: "hierarchy", title: "a type", input: { symbol: "Shape" }, writes: false },
  { tool: "diagnostics", title: "a file", input: { path: "src/a.ts" }, writes: false },
  { tool: "index", title: "status", input: {}, writes: false },
  { tool: "index", title: "rebuild", input: { action: "rebuild" }, writes: false },
  {
    tool: "semantic_search",
    title: "a question",
    input: { query: "word" },
    writes: false,
    shows: showsWord,
  },
  { tool: "library", title: "list", input: { action: "list" }, writes: false },
  { tool: "guide", title: "a topic", input: { topic: "grep" }, writes: false },
  { tool: "workspace", title: "status", input: { action: "status" }, writes: false, shows: (word) => `branch ${word}` },
  { tool: "workspace", title: "list", input: { action: "list" }, writes: false },
  { tool: "memory", title: "list", input: { action: "list" }, writes: false },
  { tool: "memory", title: "read", input: { action: "read", topic: "known" }, writes: false, shows: showsWord },
  { tool: "memory", title: "search", input: { action: "search", query: "What" }, writes: false, shows: showsWord },
  {
    tool: "edit_file",
    title: "dry run",
    input: { path: "src/a.ts", old_string: "const", new_string: "let", dry_run: true },
    writes: false,
    shows: showsWord,
  },
  {
    tool: "edit_file",
    title: "a change",
    input: { path: "src/a.ts", old_string: "const", new_string: "let" },
    writes: true,
    shows: showsWord,
  },
  {
    tool: "edit_file",
    title: "preview",
    input: { glob: "src/**", old_string: "const", new_string: "let" },
    writes: true,
    shows: showsWord,
  },
  {
    tool: "edit_code",
    title: "dry run",
    input: { action: "replace", path: "src/a.ts", symbol: "word", body: "export const word = 1;", dry_run: true },
    writes: false,
    shows: showsWord,
  },
  {
    tool: "edit_code",
    title: "a change",
    input: { action: "replace", path: "src/a.ts", symbol: "word", body: "export const word = 1;", wait: 0 },
    writes: true,
    shows: showsWord,
  },
  {
    tool: "edit_code",
    title: "undo",
    input: { action: "undo" },
    writes: true,
    shows: showsWord,
    follows: true,
  },
  { tool: "create_file", title: "a new file", input: { path: "new/b.ts", content: "planted\n" }, writes: true },
  {
    tool: "create_file",
    title: "over a file",
    input: { path: "README.md", content: "planted\n", overwrite: true },
    writes: true,
  },
  { tool: "move_file", title: "a file", input: { path: "src/move-me.ts", to: "src/moved.ts" }, writes: true },
  { tool: "delete_file", title: "a file", input: { path: "src/delete-me.ts" }, writes: true },
  {
    tool: "delete_file",
    title: "restored",
    input: { path: "src/delete-me.ts", restore: true },
    writes: true,
    follows: true,
  },
  { tool: "memory", title: "write", input: { action: "write", topic: "planted", content: "x" }, writes: true },
  {
    tool: "memory",
    title: "write, private",
    input: { action: "write", topic: "planted", content: "x", private: true },
    writes: true,
  },
  { tool: "memory", title: "delete", input: { action: "delete", topic: "known" }, writes: true },
  { tool: "onboarding", title: "anew", input: { force: true }, writes: true, shows: showsWord },
  { tool: "run_command", title: "reads", input: { command: "cat src/a.ts" }, writes: true, shows: showsWord },
  { tool: "run_command", title: "writes", input: { command: "echo planted > ran.txt" }, writes: true },
  {
    tool: "run_command",
    title: "background",
    input: { command: "echo planted > job.txt", background: true },
    writes: true,
  },
  { tool: "run_command", title: "jobs", input: { action: "status" }, writes: true },
  { tool: "approve_write", title: "a directory", input: { path: "src" }, writes: true, asks: true },
  { tool: "workspace", title: "activate", input: { action: "activate", path: "." }, writes: false },
];

/** One call of every tool and action. A tool without calls of its own here is called as its examples say. */
export const toolCalls: readonly ToolCall[] = [...written, ...tools.flatMap(callsFromExamples)];

function callsFromExamples({ name, effects, examples }: AnyTool): readonly ToolCall[] {
  if (written.some(({ tool }) => tool === name)) return [];
  const working = examples.filter(({ fails }) => fails === undefined);
  return working.map(({ title, input }) => ({ tool: name, title, input, writes: !effects.readOnly }));
}
