/**
 * Python: pyright's definition of every occurrence of up to 150 names a repository; declarations and occurrences come from Python's own
 * parser. Not judged: names inside of f-strings before Python 3.12, and what pyright cannot infer.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { cached, npmPackage, run } from "../../accuracy/cache.ts";
import { type LspClient, startLsp } from "../../accuracy/lsp-client.ts";
import type { Declaration, Place } from "../model.ts";
import { type Judge, programPath, type Question } from "./judge.ts";

const version = "1.1.407";
/** What the repositories and their tests import. */
const libraries = [
  "pytest",
  "anyio",
  "httpx",
  "markupsafe",
  "typing_extensions",
  "simplejson",
  "python-multipart",
  "jinja2",
];

export const python: Judge = {
  language: "python",
  title: `pyright ${version}`,
  endings: [".py"],
  programs: ["python.py", "python.ts"],
  run: judgeWithPyright,
};

interface Occurrence {
  readonly ask: true;
  readonly at: Place;
  readonly name: string;
}

interface Location {
  readonly uri: string;
  readonly range: { readonly start: { readonly line: number; readonly character: number } };
}

async function judgeWithPyright({ root, files, seed }: Question): Promise<string> {
  const parsed = spawnSync("python3", [programPath("python.py"), root, String(seed)], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (parsed.status !== 0) throw new Error(`python.py failed: ${parsed.stderr.slice(-600)}`);
  const lines = parsed.stdout.split("\n").filter((line) => line !== "");
  // Written by python.py, in this shape.
  const rows = lines.map((line) => JSON.parse(line) as Declaration | Occurrence | { readonly names: string[] });
  const ids = new Map<string, string>();
  for (const row of rows) if ("declare" in row) ids.set(row.at.join(":"), row.declare);
  const asked = rows.filter((row) => "ask" in row);
  const uses = await askPyright(root, asked, ids);
  return [...lines.filter((_, at) => !asked.includes(rows[at] as Occurrence)), ...uses, ""].join("\n");
}

async function askPyright(
  root: string,
  asked: readonly Occurrence[],
  ids: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const server = join(await npmPackage("pyright", version), "node_modules/pyright/langserver.index.js");
  // Pyright asks the interpreter where modules are, and that follows this variable.
  process.env["PYTHONPATH"] = await cached("truth-python-site", (folder) => {
    run("python3", ["-m", "pip", "install", "--quiet", "--target", folder, ...libraries]);
  });
  const client = startLsp(process.execPath, [server, "--stdio"], root);
  const rootUri = pathToFileURL(root).href;
  await client.request("initialize", {
    processId: process.pid,
    rootUri,
    capabilities: {},
    workspaceFolders: [{ uri: rootUri, name: "root" }],
  });
  client.notify("initialized", {});
  const rows: string[] = [];
  for (const file of new Set(asked.map(({ at }) => at[0]))) {
    const own = asked.filter(({ at }) => at[0] === file);
    rows.push(...(await askFile(client, root, file, own, ids)));
  }
  await client.close();
  return rows;
}

async function askFile(
  client: LspClient,
  root: string,
  file: string,
  occurrences: readonly Occurrence[],
  ids: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const uri = pathToFileURL(join(root, file)).href;
  const text = readFileSync(join(root, file), "utf8");
  client.notify("textDocument/didOpen", { textDocument: { uri, languageId: "python", version: 1, text } });
  const rows: string[] = [];
  for (const { at, name } of occurrences) {
    const position = { line: at[1] - 1, character: at[2] - 1 };
    const answer = await client.request("textDocument/definition", { textDocument: { uri }, position });
    const found = (Array.isArray(answer) ? answer : answer === null ? [] : [answer]) as readonly Location[];
    const use = new Set(found.map((location) => idOf(root, location, ids)));
    if (use.size > 0) rows.push(JSON.stringify({ use: [...use], at, name }));
  }
  client.notify("textDocument/didClose", { textDocument: { uri } });
  return rows;
}

function idOf(root: string, { uri, range }: Location, ids: ReadonlyMap<string, string>): string {
  const path = relative(root, fileURLToPath(uri)).split(sep).join("/");
  if (path.startsWith("..")) return "outside";
  const place = `${path}:${range.start.line + 1}:${range.start.character + 1}`;
  return ids.get(place) ?? place;
}
