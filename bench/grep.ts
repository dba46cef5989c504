/**
 * What `grep` costs through MCP: the built Outrider server over stdio, asked by the official SDK's client, against bare
 * ripgrep with the same query, the same files and its output read from a pipe. Both take turns in every round, so that
 * the machine's noise hits them alike; a ratio compares the two of one round, and a figure is the median of the rounds
 * with the smallest and the largest. The tree is this repository's node_modules, copied until it is large, or one given.
 */
import { spawn } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const { values: args } = parseArgs({
  // Before them come node, run.mjs and the name of this script.
  args: process.argv.slice(3),
  options: {
    tree: { type: "string", default: "" },
    rounds: { type: "string", default: "15" },
    copies: { type: "string", default: "2" },
    server: { type: "string", default: "" },
  },
});
const allowedRatio = 1.3;
// run.mjs puts the bundle of this script into a folder of its own under bench/.
const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const server = args.server === "" ? join(root, "packages/outrider/bin/outrider.js") : resolve(args.server);
if (!existsSync(server) || (args.server === "" && !existsSync(join(root, "packages/outrider/dist")))) {
  console.error(`There is no built server at ${server}; run "npm run build" first.`);
  process.exit(1);
}
const ripgrep = await findRipgrep();

interface Query {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly args: readonly string[];
}

const marker = "outrider_bench_marker";
const queries: readonly Query[] = [
  { name: "rare literal", input: { pattern: marker, literal: true }, args: ["-n", "-F", "-e", marker] },
  // The answer says how many files were searched, up to a limit: a walk that bare ripgrep spares itself.
  { name: "nothing found", input: { pattern: `${marker}_none` }, args: ["-n", "-e", `${marker}_none`] },
  { name: "common word", input: { pattern: "function", word: true }, args: ["-n", "-w", "-e", "function"] },
  {
    name: "regex",
    input: { pattern: String.raw`async\s+function\s+\w+\(` },
    args: ["-n", "-e", String.raw`async\s+function\s+\w+\(`],
  },
  { name: "files only", input: { pattern: "require", output: "files" }, args: ["-l", "-e", "require"] },
  { name: "one kind of file", input: { pattern: "import", glob: "*.ts" }, args: ["-n", "-g", "*.ts", "-e", "import"] },
  { name: "very many", input: { pattern: "e" }, args: ["-n", "-e", "e"] },
];

const made = args.tree === "" ? makeTree(Number(args.copies)) : undefined;
const tree = made ?? realpathSync(args.tree);
const client = new Client({ name: "bench", version: "1.0.0" });
try {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [server, "serve", "--project", tree],
    stderr: "ignore",
  });
  await client.connect(transport);
  await measure();
} finally {
  await client.close();
  if (made !== undefined) rmSync(made, { recursive: true, force: true });
}

async function measure(): Promise<void> {
  const rounds = Number(args.rounds);
  const bare = new Map(queries.map(({ name }) => [name, [] as number[]]));
  const ours = new Map(queries.map(({ name }) => [name, [] as number[]]));
  const answers = new Map<string, string>();
  for (let round = -1; round < rounds; round += 1) {
    for (const query of queries) {
      const order = round % 2 === 0 ? [runBare, runOurs] : [runOurs, runBare];
      for (const run of order) {
        const startedAt = performance.now();
        const told = await run(query);
        const elapsed = performance.now() - startedAt;
        if (run === runOurs) answers.set(query.name, told);
        // The first round warms the disk cache and the server's compilers.
        if (round >= 0) (run === runBare ? bare : ours).get(query.name)?.push(elapsed);
      }
    }
  }
  console.log(`${rounds} rounds, milliseconds: median (smallest to largest)\n`);
  console.log("| query | bare ripgrep | grep over MCP | ratio | answer begins |");
  console.log("|---|---|---|---|---|");
  let worst = 0;
  for (const { name } of queries) {
    const one = bare.get(name) ?? [];
    const other = ours.get(name) ?? [];
    const ratios = other.map((value, index) => value / (one[index] ?? value));
    worst = Math.max(worst, middle(ratios));
    console.log(`| ${name} | ${show(one, 0)} | ${show(other, 0)} | ${show(ratios, 2)} | ${answers.get(name)} |`);
  }
  console.log(`\nLargest ratio: ${worst.toFixed(2)}; at most ${allowedRatio} is the goal.`);
  if (worst > allowedRatio) process.exitCode = 1;
}

async function runOurs({ input }: Query): Promise<string> {
  const answer = await client.callTool({ name: "grep", arguments: { ...input } });
  const [first] = Array.isArray(answer.content) ? answer.content : [];
  if (answer.isError === true || first?.type !== "text") throw new Error(JSON.stringify(answer));
  return first.text.split("\n", 1)[0];
}

function runBare({ args }: Query): Promise<string> {
  const rules = ["--no-config", "--hidden", "--no-require-git", "--no-ignore-dot", "-g", "!.git", "--no-heading"];
  return new Promise((done, fail) => {
    const child = spawn(ripgrep, [...rules, ...args, "./"], { cwd: tree, stdio: ["ignore", "pipe", "ignore"] });
    let bytes = 0;
    child.stdout.on("data", (chunk: Buffer) => (bytes += chunk.length));
    child.on("error", fail);
    child.on("close", () => done(`${bytes} bytes`));
  });
}

/** No ignore file in it: a real project ignores less than its whole. */
function makeTree(copies: number): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "outrider-bench-grep-")));
  for (let copy = 1; copy <= copies; copy += 1) {
    cpSync(join(root, "node_modules"), join(folder, `copy-${copy}`), {
      recursive: true,
      // Generated parsers of megabytes are nothing that people search in.
      filter: (source) => !source.includes(join("node_modules", ".bin")) && !source.includes("tree-sitter"),
    });
  }
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src", "marked.ts"), `export const ${marker} = 1;\n`);
  return folder;
}

async function findRipgrep(): Promise<string> {
  const outrider = createRequire(join(root, "packages/outrider/package.json"));
  const found: { rgPath: string } = await import(pathToFileURL(outrider.resolve("@vscode/ripgrep")).href);
  return found.rgPath;
}

function show(values: readonly number[], digits: number): string {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${middle(values).toFixed(digits)} (${least.toFixed(digits)} to ${most.toFixed(digits)})`;
}

function middle(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
