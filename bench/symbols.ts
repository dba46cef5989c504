/**
 * What symbols cost: the built Outrider server over stdio, asked by the official SDK's client, on trees of about 200, 2,000
 * and 20,000 files. Measured from the start of the process: the first right answer for a named file and for a name anywhere,
 * with nothing stored (cold) and with the index of the run before (warm); then a full index, a warm search by name, and an
 * answer right after an edit. Beside it `ctags -R` and, where it is installed, codegraph on the same trees. The files are
 * those of this repository and its node_modules that a person could have written, or those below --from.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, extname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { values: args } = parseArgs({
  args: process.argv.slice(3),
  options: {
    from: { type: "string", default: "" },
    sizes: { type: "string", default: "200,2000,20000" },
    endings: { type: "string", default: "" },
    rounds: { type: "string", default: "5" },
    ctags: { type: "string", default: "ctags" },
    codegraph: { type: "string", default: "codegraph" },
    "peer-files": { type: "string", default: "2000" },
  },
});
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const server = join(root, "packages/outrider/bin/outrider.js");
if (!existsSync(join(root, "packages/outrider/dist"))) {
  console.error('There is no built server; run "npm run build" first.');
  process.exit(1);
}
const code = new Set(
  (args.endings === ""
    ? "ts tsx mts cts js mjs cjs jsx py go rs java kt c h cc cpp hpp cs rb php swift scala sh lua ex hs ml zig dart jl r pl"
    : args.endings
  )
    .split(/[ ,]/)
    .map((ending) => `.${ending}`),
);
const place = realpathSync(mkdtempSync(join(tmpdir(), "outrider-bench-symbols-")));
const rounds = Number(args.rounds);

interface Tree {
  readonly directory: string;
  readonly files: number;
  readonly bytes: number;
  /** A file and a function that only it declares. */
  readonly marked: string;
}

interface Measured {
  readonly [figure: string]: number;
}

try {
  const sources = collect(
    args.from === "" ? [join(root, "packages"), join(root, "node_modules")] : args.from.split(","),
  );
  const table: [Tree, Measured][] = [];
  for (const size of args.sizes.split(",").map(Number)) {
    const tree = makeTree(sources, size);
    console.log(`\n${tree.files} files, ${(tree.bytes / 1e6).toFixed(1)} MB`);
    table.push([tree, await measure(tree)]);
    rmSync(tree.directory, { recursive: true, force: true });
  }
  printGrowth(table);
} finally {
  rmSync(place, { recursive: true, force: true });
}

/** Every file of code of a size that people write; what programs write is left out. */
function collect(directories: readonly string[]): readonly string[] {
  const found: string[] = [];
  const queue = [...directories];
  for (let at = 0; at < queue.length; at += 1) {
    const directory = queue[at] ?? "";
    for (const entry of readdirSync(directory, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !["dist", ".git", "fixtures"].includes(entry.name)) queue.push(path);
      if (!entry.isFile() || !code.has(extname(entry.name)) || /[.-]min\./.test(entry.name)) continue;
      const { size } = statSync(path);
      if (size > 200 && size < 200_000 && isPlain(path)) found.push(path);
    }
  }
  return found;
}

function isPlain(path: string): boolean {
  const text = readFileSync(path, "utf8");
  return text.length / text.split("\n").length < 200;
}

/** Evenly from all of them; when there are too few, each several times. */
function makeTree(sources: readonly string[], size: number): Tree {
  const directory = join(place, `tree-${size}`);
  let bytes = 0;
  for (let at = 0; at < size - 1; at += 1) {
    const copy = Math.floor((at * Math.max(1, sources.length / size)) / sources.length);
    const source = sources[Math.floor(at * Math.max(1, sources.length / size)) % sources.length] ?? "";
    const target = join(
      directory,
      `part${copy}`,
      relative(root, source).replaceAll("..", "up").replaceAll("node_modules", "modules"),
    );
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(source, target);
    bytes += statSync(source).size;
  }
  const marked = "marked/outrider_marked.ts";
  mkdirSync(join(directory, "marked"), { recursive: true });
  appendFileSync(join(directory, marked), "export function outriderMarkedFunction(): number {\n  return 1;\n}\n");
  // As at the top of any such project.
  appendFileSync(join(directory, "tsconfig.json"), "{}\n");
  return { directory, files: size, bytes, marked };
}

async function measure(tree: Tree): Promise<Measured> {
  const figures: Record<string, number> = {};
  const show = (name: string, value: number, unit: string): void => {
    figures[name] = value;
    console.log(`  ${name.padEnd(58)} ${value.toFixed(value < 20 ? 2 : 0).padStart(9)} ${unit}`);
  };
  show(
    "first answer for a named file, cold",
    median(await repeat(() => firstAnswer(tree, { path: tree.marked }, true))),
    "ms",
  );
  show(
    "first answer for a name anywhere, cold",
    median(await repeat(() => firstAnswer(tree, { name: "outriderMarkedFunction" }, true))),
    "ms",
  );
  forget(tree);
  const opened = await open(tree);
  const started = performance.now();
  while (!(await opened.call("index", { action: "build" })).startsWith("Complete.")) continue;
  const full = performance.now() - started;
  show("full index", full, "ms");
  show("full index, megabytes a second", tree.bytes / 1e6 / (full / 1000), "MB/s");
  show("full index, files a second", tree.files / (full / 1000), "files/s");
  show("memory of the server afterwards", memoryOf(opened.pid) / 1e6, "MB");
  const searches: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const before = performance.now();
    const text = await opened.call("symbols", { name: at % 2 === 0 ? "outriderMarkedFunction" : "outriderMarkedFunc" });
    searches.push(performance.now() - before);
    if (!text.includes(tree.marked)) throw new Error(`Not found: ${text.slice(0, 300)}`);
  }
  show("warm search by name, p50", percentile(searches, 0.5), "ms");
  show("warm search by name, p99", percentile(searches, 0.99), "ms");
  const updates: number[] = [];
  for (let at = 0; at < 30; at += 1) {
    appendFileSync(join(tree.directory, tree.marked), `export function added${at}(): void {}\n`);
    const before = performance.now();
    const text = await opened.call("symbols", { name: `added${at}`, match: "exact" });
    updates.push(performance.now() - before);
    if (!text.includes(tree.marked)) throw new Error(`The edit was not seen: ${text.slice(0, 300)}`);
  }
  show("answer right after an edit, p50", percentile(updates, 0.5), "ms");
  show("answer right after an edit, p99", percentile(updates, 0.99), "ms");
  await opened.close();
  show(
    "first answer for a name anywhere, warm",
    median(await repeat(() => firstAnswer(tree, { name: "outriderMarkedFunction" }, false))),
    "ms",
  );
  const ctags = timeCommand(args.ctags, ["-R", "--links=no", "-f", join(place, "tags"), "."], tree.directory);
  if (ctags === undefined) console.log(`  ctags: not installed (Debian: universal-ctags)`);
  else {
    show("ctags -R", ctags, "ms");
    show("full index / ctags -R", full / ctags, "×");
  }
  if (tree.files > Number(args["peer-files"])) return figures;
  const graph = timeCommand(args.codegraph, ["init", "."], tree.directory);
  if (graph === undefined) console.log("  codegraph: not installed (npm: @colbymchenry/codegraph; --codegraph PATH)");
  else {
    show("codegraph init", graph, "ms");
    show("full index / codegraph init", full / graph, "×");
  }
  return figures;
}

/** From the start of the process to the answer. */
async function firstAnswer(tree: Tree, input: Record<string, unknown>, cold: boolean): Promise<number> {
  if (cold) forget(tree);
  const started = performance.now();
  const opened = await open(tree);
  try {
    const text = await opened.call("symbols", input);
    const took = performance.now() - started;
    if (!text.includes("outriderMarkedFunction")) throw new Error(`Not the right answer: ${text.slice(0, 300)}`);
    return took;
  } finally {
    await opened.close();
  }
}

async function open(tree: Tree) {
  const client = new Client({ name: "bench", version: "1.0.0" });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, "serve", "--project", tree.directory],
    stderr: "ignore",
  });
  await client.connect(transport);
  return {
    pid: transport.pid ?? 0,
    async call(name: string, input: Record<string, unknown>): Promise<string> {
      const result = await client.callTool({ name, arguments: input }, undefined, {
        timeout: 600_000,
        resetTimeoutOnProgress: true,
      });
      return (Array.isArray(result.content) ? result.content : [])
        .map((part) => (part.type === "text" ? part.text : ""))
        .join("\n");
    },
    close: () => client.close(),
  };
}

function forget(tree: Tree): void {
  rmSync(join(tree.directory, ".outrider"), { recursive: true, force: true });
}

/** Of the process and all that it started. */
function memoryOf(pid: number): number {
  const status = existsSync(`/proc/${pid}/status`) ? readFileSync(`/proc/${pid}/status`, "utf8") : "";
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) * 1024;
}

function timeCommand(command: string, commandArgs: readonly string[], cwd: string): number | undefined {
  if (spawnSync(command, ["--version"], { stdio: "ignore" }).error !== undefined) return undefined;
  const times = Array.from({ length: Math.min(rounds, 3) }, () => {
    rmSync(join(cwd, ".codegraph"), { recursive: true, force: true });
    const started = performance.now();
    const { status } = spawnSync(command, commandArgs, { cwd, stdio: "ignore", timeout: 900_000 });
    if (status !== 0) throw new Error(`${command} ended with ${status}.`);
    return performance.now() - started;
  });
  rmSync(join(cwd, ".codegraph"), { recursive: true, force: true });
  return median(times);
}

async function repeat(work: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let at = 0; at < rounds; at += 1) times.push(await work());
  return times;
}

function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Ten times as many files: how much more of everything. */
function printGrowth(table: readonly (readonly [Tree, Measured])[]): void {
  console.log("\nHow cost grows with the number of files:");
  for (const name of Object.keys(table[0]?.[1] ?? {})) {
    const row = table.map(([, figures]) => figures[name] ?? Number.NaN);
    const growth = row.slice(1).map((value, at) => `×${(value / (row[at] ?? Number.NaN)).toFixed(1)}`);
    console.log(`  ${name.padEnd(58)} ${growth.join("  ")}`);
  }
}
