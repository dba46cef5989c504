import { isFullProof, proofCases } from "../../../../toolwright/test/proof-size.ts";
import { tools } from "../../../src/tools/index.ts";
import type { ServedOutrider } from "../../support/served-outrider.ts";

/** A file of each language, with the line of something that a language server knows. */
const sources: readonly (readonly [path: string, symbol: string, line: number])[] = [
  ["src/a.ts", "grow", 5],
  ["src/b.js", "shrink", 1],
  ["src/a.py", "grow", 5],
  ["src/main.rs", "grow", 3],
  ["backend/src/lib.rs", "shrink", 1],
  ["a.go", "Grow", 5],
  ["a.sh", "grow", 4],
  ["a.json", "size", 1],
  ["a.yaml", "size", 2],
  ["src/a.css", "size", 1],
  ["index.html", "size", 3],
  ["src/App.svelte", "size", 2],
  ["src/a.c", "grow", 1],
  ["A.java", "grow", 2],
  ["a.pl", "grow", 3],
  ["a.rb", "grow", 3],
  ["a.php", "grow", 3],
  ["a.ex", "grow", 3],
  ["a.kt", "grow", 1],
  ["a.lua", "grow", 1],
  ["main.tf", "evil", 3],
  ["Setup.hs", "main", 2],
  ["Package.swift", "fopen", 2],
  ["build.zig", "build", 1],
  ["build.sbt", "process", 1],
  ["build.gradle", "execute", 1],
  ["config.nims", "exec", 1],
  ["analysis_options.yaml", "analyzer", 1],
  ["Dockerfile", "FROM", 1],
  ["Cargo.toml", "package", 1],
  ["Makefile", "all", 2],
];

type Ask = (tool: string, input: object) => Promise<string>;

/** Every tool over every language, as an agent would use it that knows nothing of traps. Returns how many answers there were. */
export async function tryEverything(served: ServedOutrider, { writes }: { readonly writes: boolean }): Promise<number> {
  let answers = 0;
  // The two modes take different ones.
  const chosen = proofCases(sources, 8, writes ? 4 : 0);
  const ask: Ask = async (tool, input) => {
    answers += 1;
    return await served.call(tool, input);
  };
  await ask("workspace", { action: "status" });
  await ask("onboarding", {});
  // These start the servers that run most by themselves.
  for (const path of ["src/a.ts", "src/a.py", "a.go", "src/main.rs"]) await ask("diagnostics", { path });
  await Promise.all(chosen.map(async ([path, symbol, line]) => await readSource(ask, path, symbol, line)));
  await readProject(ask);
  const others = tools.filter(({ name }) => name !== "run_command");
  const examples = others.flatMap(({ name, examples: all }) => all.map(({ input }) => ({ name, input })));
  for (const { name, input } of proofCases(examples, 4, writes ? 2 : 0)) await ask(name, input);
  if (writes) await changeProject(ask, chosen);
  return answers;
}

async function readSource(ask: Ask, path: string, symbol: string, line: number): Promise<void> {
  await ask("read_file", { path });
  await ask("symbols", { path });
  await ask("symbol_at", { path, line, symbol });
  await ask("references", { path, symbol });
  await ask("call_graph", { path, symbol, direction: "both" });
  await ask("hierarchy", { path, symbol });
  await ask("changes", { path, symbol });
  await ask("diagnostics", { path });
  await ask("edit_code", { action: "actions", path, symbol });
}

async function readProject(ask: Ask): Promise<void> {
  // All of it starts every server there is.
  await ask("diagnostics", { scope: "changed", ...(isFullProof ? {} : { path: "src/*.{ts,rs}" }) });
  if (isFullProof) await ask("diagnostics", { scope: "project", limit: 500 });
  for (const range of [undefined, "staged", "HEAD^!", "HEAD...ext/main"]) await ask("changes", { range });
  await ask("grep", { pattern: "grow" });
  await ask("tree", { depth: 9 });
  await ask("semantic_search", { query: "what makes something grow", in: "all" });
  await ask("semantic_search", { query: "grow", scope: "all" });
  for (const action of isFullProof ? ["status", "rebuild", "build"] : ["status", "build"])
    await ask("index", { action });
  await ask("library", { action: "list" });
  await ask("library", { action: "list", name: "typescript" });
  await ask("guide", {});
  for (const action of ["list", "read", "search"]) await ask("memory", { action, topic: "overview", query: "grow" });
  for (const path of ["data/bare", "data/below", "backend", "macros"]) {
    await ask("workspace", { action: "status", path });
    await ask("diagnostics", { scope: "changed", project: path });
    await ask("changes", { project: path });
  }
}

async function changeProject(ask: Ask, chosen: typeof sources): Promise<void> {
  for (const [path, symbol] of chosen) {
    await ask("edit_code", { action: "rename", path, symbol, new_name: `${symbol}2`, format: true });
  }
  await ask("edit_code", { action: "move", path: "src/b.js", new_name: "src/moved.js" });
  await ask("edit_code", { action: "undo" });
  await ask("edit_file", { path: "src/a.py", old_string: "size + 1", new_string: "size + 2" });
  await ask("edit_file", { path: "data/a.filtered", position: "end", new_string: "b\n" });
  await ask("create_file", { path: "src/new.ts", content: "export const a = 1;\n" });
  await ask("move_file", { path: "src/new.ts", to: "src/newer.ts" });
  await ask("delete_file", { path: "src/newer.ts" });
  await ask("memory", { action: "write", topic: "planted", content: "See `src/a.ts`." });
  await ask("onboarding", { force: true });
  await ask("diagnostics", { scope: "changed", path: "src/*.ts" });
  await ask("run_command", { command: "ls" });
  await ask("run_command", { command: "ls", background: true });
}
