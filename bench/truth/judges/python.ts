/**
 * Python: pyright's definition of every occurrence of up to 150 names a repository; declarations and occurrences come from Python's own
 * parser. Not judged: names inside of f-strings before Python 3.12, and what pyright cannot infer.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { cached, npmPackage, run } from "../../accuracy/cache.ts";
import { startLsp } from "../../accuracy/lsp-client.ts";
import type { Declaration } from "../model.ts";
import { type Judge, programPath, type Question } from "./judge.ts";
import { askDefinitions, initialize, type Occurrence, type Target } from "./lsp-definitions.ts";

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
  programs: ["python.py"],
  isSeeded: true,
  run: judgeWithPyright,
};

async function judgeWithPyright({ root, files, seed }: Question): Promise<string> {
  const parsed = spawnSync("python3", [programPath("python.py"), root, String(seed)], {
    input: files.join("\n"),
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  if (parsed.status !== 0) throw new Error(`python.py failed: ${parsed.stderr.slice(-600)}`);
  const lines = parsed.stdout.split("\n").filter((line) => line !== "");
  // Written by python.py, in this shape.
  const rows = lines.map(
    (line) => JSON.parse(line) as Declaration | (Occurrence & { readonly ask: true }) | { readonly names: string[] },
  );
  const ids = new Map<string, string>();
  for (const row of rows) if ("declare" in row) ids.set(row.at.join(":"), row.declare);
  const asked = rows.filter((row) => "ask" in row);
  const kept = lines.filter((_, at) => !("ask" in (rows[at] ?? {})));
  const uses = await askPyright(root, asked, ids);
  return [...kept, ...uses, ""].join("\n");
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
  await initialize(client, root);
  const idOf = ({ file, line, column }: Target): string => {
    const place = `${file}:${line}:${column}`;
    return ids.get(place) ?? place;
  };
  const rows = await askDefinitions({ client, root, languageId: "python", idOf }, asked);
  await client.close();
  return rows;
}
