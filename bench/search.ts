/**
 * What search by meaning costs: the built Outrider server over stdio, asked by the official SDK's client, on trees of about 500,
 * 2,000 and 20,000 files. Index from nothing, first answer after a restart, warm questions, a question right after an edit of one
 * line, memory. The files are those of this repository and its node_modules that a person could have written, or those below
 * --from.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { measureTrees, percentile } from "./parts/figures.ts";
import { expectBuilt, memoryOf, openServer } from "./parts/server.ts";
import { forget } from "./parts/tree.ts";

const { values: args } = parseArgs({
  args: process.argv.slice(3),
  options: {
    from: { type: "string", default: "" },
    sizes: { type: "string", default: "500,2000,20000" },
  },
});
expectBuilt();
const questions = [
  "parse a configuration file",
  "retry a failed network request with backoff",
  "convert a string to camel case",
  "how are errors reported to the user",
  "read a directory recursively",
  "createServer",
  "TypeError: Cannot read properties of undefined",
  "cache that evicts the oldest entries",
  "validate user input against a schema",
  "where are command line arguments parsed",
];

/** A build waits 45 seconds at most, so that this is an hour. */
const maxBuilds = 80;

await measureTrees({ name: "search", ...args }, async (tree, show) => {
  const first = await openServer(tree.directory);
  const begun = performance.now();
  await first.call("semantic_search", { query: questions[0] });
  show("first answer, nothing stored (it may be partial)", performance.now() - begun, "ms");
  await first.close();
  forget(tree);

  const server = await openServer(tree.directory);
  const started = performance.now();
  let status = "";
  for (let builds = 0; !/Search: complete/.test(status); builds += 1) {
    if (builds === maxBuilds) throw new Error(`The index does not become complete: ${status.slice(0, 300)}`);
    status = await server.call("index", { action: "build" });
  }
  const full = performance.now() - started;
  const chunks = Number(/(\d+) parts? of/.exec(status)?.[1]);
  show("symbols and search index from nothing", full, "ms");
  show("files a second", tree.files / (full / 1000), "files/s");
  show("megabytes a second", tree.bytes / 1e6 / (full / 1000), "MB/s");
  show("chunks", chunks, "");
  show("memory of the server afterwards", memoryOf(server.pid) / 1e6, "MB");

  const ask = async (count: number): Promise<readonly number[]> => {
    const times: number[] = [];
    for (let at = 0; at < count; at += 1) {
      const before = performance.now();
      await server.call("semantic_search", { query: `${questions[at % questions.length]} ${at}` });
      times.push(performance.now() - before);
    }
    return times;
  };
  // The engine compiles what is asked often; a process is slow until it has.
  const first100 = await ask(100);
  show("the first 100 questions, p50", percentile(first100, 0.5), "ms");
  show("the first 100 questions, p99", percentile(first100, 0.99), "ms");
  await ask(100);
  const warm = await ask(300);
  show("warm question, p50", percentile(warm, 0.5), "ms");
  show("warm question, p99", percentile(warm, 0.99), "ms");
  const names: number[] = [];
  for (let at = 0; at < 200; at += 1) {
    const before = performance.now();
    await server.call("symbols", { name: `create${String.fromCodePoint(97 + (at % 26))}` });
    names.push(performance.now() - before);
  }
  show("for comparison: symbols by name, warm, p50", percentile(names.slice(100), 0.5), "ms");

  const edits: number[] = [];
  for (let at = 0; at < 20; at += 1) {
    appendFileSync(join(tree.directory, tree.marked), `export function zygomorphic${at}(): void {}\n`);
    const before = performance.now();
    const text = await server.call("semantic_search", { query: `zygomorphic${at}` });
    edits.push(performance.now() - before);
    if (!text.startsWith(tree.marked)) throw new Error(`The edit was not seen: ${text.slice(0, 300)}`);
  }
  show("question right after an edit of one line, p50", percentile(edits, 0.5), "ms");
  show("question right after an edit of one line, p99", percentile(edits, 0.99), "ms");
  // Long enough that a look at every file is due.
  await new Promise((resolve) => setTimeout(resolve, 35_000));
  appendFileSync(join(tree.directory, tree.marked), "export function zygomorphicLate(): void {}\n");
  const late = performance.now();
  const found = await server.call("semantic_search", { query: "zygomorphicLate" });
  show("the same after 35 s without a question, once", performance.now() - late, "ms");
  if (!found.startsWith(tree.marked)) throw new Error(`The edit was not seen: ${found.slice(0, 300)}`);
  await server.close();

  const again = await openServer(tree.directory);
  const restarted = performance.now();
  const text = await again.call("semantic_search", { query: "zygomorphic19" });
  show("first answer after a restart", performance.now() - restarted, "ms");
  if (!text.startsWith(tree.marked)) throw new Error(`Not found after a restart: ${text.slice(0, 300)}`);
  await again.close();
});
