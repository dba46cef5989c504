/**
 * What a server answers that was started a moment ago: for every repository and each of three tools, a fresh server with an
 * empty state is asked one question at once. An answer is right if its first places are those that the same server gives when
 * it has read everything; it says so if it begins with "Incomplete"; else it is wrong. `--busy` keeps all cores busy meanwhile.
 *
 *     npm run bench:cold -- --repos FOLDER [--only hono] [--busy] [--show]
 */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import * as z from "zod";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    repos: { type: "string", default: join(homedir(), ".bench/cold") },
    only: { type: "string", default: "" },
    busy: { type: "boolean", default: false },
    show: { type: "boolean", default: false },
  },
});

/** A name that is declared, one that is used, and a question in words. */
const questions: Readonly<Record<string, readonly [name: string, used: string, query: string]>> = {
  bat: ["Controller", "HighlightingAssets", "print line numbers beside highlighted lines"],
  caddy: ["Handler", "Context", "certificates are renewed automatically"],
  fzf: ["Matcher", "Terminal", "bonus score of a fuzzy match at word boundaries"],
  flask: ["Flask", "Blueprint", "session data is kept in a signed cookie"],
  gin: ["Engine", "RouterGroup", "recover from a panic in a handler"],
  hono: ["Hono", "HonoRequest", "match a path with parameters against routes"],
  httpx: ["AsyncClient", "HTTPTransport", "follow the redirects of a response"],
  mitmproxy: ["HTTPFlow", "ProxyMode", "replay a recorded client request"],
  starlette: ["Starlette", "BackgroundTask", "compress responses with gzip"],
  outrider: ["openProjectSearch", "createWalker", "what changed on disk is known before an answer"],
};

const tools = ["symbols", "references", "semantic_search"] as const;
type Tool = (typeof tools)[number];
type Verdict = "right" | "incomplete" | "wrong";

interface Answered {
  readonly text: string;
  readonly seconds: number;
}

const repository = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const textContent = z.object({ type: z.literal("text"), text: z.string() });
const compared = 3;
const maxAsks = 60;

const load: ChildProcess[] = [];
process.on("exit", () => load.forEach((each) => each.kill("SIGKILL")));
if (args.busy)
  for (let core = 0; core < availableParallelism(); core += 1) load.push(spawn(process.execPath, ["-e", "for (;;);"]));

const counts = new Map<Verdict, number>();
console.log(`| repository | ${tools.join(" | ")} |\n|---|${tools.map(() => "---|").join("")}`);
for (const [repo, asked] of Object.entries(questions)) {
  const root = join(args.repos, repo);
  if (!repo.includes(args.only) || !existsSync(root)) continue;
  const cells: string[] = [];
  for (const tool of tools) cells.push(await judgeFirst(root, tool, asked));
  console.log(`| ${repo} | ${cells.join(" | ")} |`);
}
console.log(["right", "incomplete", "wrong"].map((each) => `${each}: ${count(each)}`).join(", "));
for (const each of load) each.kill("SIGKILL");

function count(verdict: string): number {
  return [...counts].find(([known]) => known === verdict)?.[1] ?? 0;
}

async function judgeFirst(root: string, tool: Tool, asked: readonly [string, string, string]): Promise<string> {
  return await withServer(root, async (ask) => {
    const [name, symbol, query] = asked;
    const input = tool === "symbols" ? { name } : tool === "references" ? { symbol } : { query };
    const first = await ask(tool, input);
    const warm = await askWhenRead(ask, tool, { input, query });
    const [given, wanted] = [placesIn(first.text), placesIn(warm.text)];
    const known = wanted.filter((place) => given.includes(place)).length;
    // An error, such as that several symbols have the name, has no places.
    const isSame =
      wanted.length > 0 && wanted.length === given.length && wanted.every((place, at) => place === given[at]);
    const isRight = isSame || first.text === warm.text;
    const verdict: Verdict = first.text.startsWith("Incomplete: ") ? "incomplete" : isRight ? "right" : "wrong";
    counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    if (args.show && verdict !== "right")
      console.error(`${root} ${tool}\n--- first\n${head(first)}\n--- warm\n${head(warm)}\n`);
    const share = verdict === "right" ? "" : ` (${known} of ${wanted.length})`;
    return `${verdict}${share} ${first.seconds.toFixed(1)} s, warm ${warm.seconds.toFixed(1)} s`;
  });
}

function head({ text }: Answered): string {
  return text.split("\n").slice(0, 12).join("\n");
}

/** The same question when nothing is left to be read. */
async function askWhenRead(
  ask: Ask,
  tool: Tool,
  { input, query }: { readonly input: object; readonly query: string },
): Promise<Answered> {
  for (let at = 0; at < maxAsks; at += 1) {
    if (!(await ask("semantic_search", { query })).text.startsWith("Incomplete: ")) break;
  }
  return await ask(tool, input);
}

/** The first places of an answer, `file:lines` or a file with its rows; without scores and the sentences about it. */
function placesIn(text: string): readonly string[] {
  const places: string[] = [];
  let file = "";
  for (const line of text.split("\n")) {
    const hit = /^(\S+\.\w+:\d+(?:-\d+)?)(?: |$)/.exec(line)?.[1];
    const row = /^ +(\d+(?:-\d+)?):? /.exec(line)?.[1];
    const named = /^(\S*[./]\S*?)(?: \d+| \(.*\))?$/.exec(line)?.[1];
    if (hit !== undefined) places.push(hit);
    else if (row !== undefined && file !== "") places.push(`${file}:${row}`);
    if (hit !== undefined) file = "";
    else if (named !== undefined) file = named;
  }
  return places.slice(0, compared);
}

type Ask = (tool: Tool, input: object) => Promise<Answered>;

async function withServer<Value>(root: string, work: (ask: Ask) => Promise<Value>): Promise<Value> {
  const state = mkdtempSync(join(tmpdir(), "cold-"));
  const client = new Client({ name: "cold", version: "1.0.0" });
  const program = join(repository, "packages/outrider/bin/outrider.js");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, "serve", "--project", root, "--profile", "full", "--state-dir", state],
    cwd: root,
    env: getDefaultEnvironment(),
    stderr: "ignore",
  });
  try {
    await client.connect(transport);
    return await work(async (tool, input) => {
      const started = performance.now();
      const result = await client.callTool({ name: tool, arguments: { ...input } }, undefined, { timeout: 300_000 });
      const content = Array.isArray(result.content) ? result.content : [];
      const texts = content.flatMap((each: unknown) => {
        const parsed = textContent.safeParse(each);
        return parsed.success ? [parsed.data.text] : [];
      });
      return { text: texts.join("\n"), seconds: (performance.now() - started) / 1_000 };
    });
  } finally {
    await client.close();
    rmSync(state, { recursive: true, force: true });
  }
}
