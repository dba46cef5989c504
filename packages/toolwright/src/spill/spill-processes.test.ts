import { execFile, execFileSync } from "node:child_process";
import { mkdtemp, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { openSpillStore } from "./spill-store.ts";

const run = promisify(execFile);
let directory = "";
let script = "";

// Writes outputs of many sizes and reads each back at once, whatever other processes do to the directory.
const writer = `
  import { openSpillStore } from "./spill-store.ts";
  const [directory, count, quotaBytes] = process.argv.slice(2);
  const store = openSpillStore({ directory, quotaBytes: Number(quotaBytes) });
  const outcomes = [];
  for (let index = 0; index < Number(count); index += 1) {
    const text = (process.pid + ":" + index + "\\n").repeat(50 + (index * 37) % 400);
    try {
      const { handle } = await store.write(text, { tool: "writer", callId: String(index) });
      const page = await store.read(handle, { limit: 1000 });
      outcomes.push({ handle, isSame: page.text === text });
    } catch (error) {
      outcomes.push({ code: error.code, message: error.message });
    }
  }
  await store.close();
  console.log(JSON.stringify(outcomes));
`;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "toolwright-spill-"));
  script = join(directory, "writer.mjs");
  const stdin = { contents: writer, resolveDir: import.meta.dirname, loader: "ts" } as const;
  await build({ stdin, outfile: script, bundle: true, platform: "node", format: "esm", logLevel: "error" });
});

afterAll(() => rm(directory, { recursive: true }));

verifies(
  "output:spill-shared",
  "three processes write, read and prune at once; nothing is lost early or left over",
  async () => {
    const shared = join(directory, "shared");
    const quota = 100_000;
    const writers = [1, 2, 3].map(() => run(process.execPath, [script, shared, "60", String(quota)]));
    const outcomes = (await Promise.all(writers)).flatMap(({ stdout }): { handle?: string; isSame?: boolean }[] =>
      JSON.parse(stdout),
    );
    expect(outcomes).toHaveLength(180);
    expect(outcomes.filter((outcome) => outcome.isSame !== true)).toEqual([]);

    const names = await readdir(shared);
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(shared, name))).size));
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(quota);
    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
    expect(names.length).toBeGreaterThan(10);

    const store = openSpillStore({ directory: shared });
    const readable = outcomes.map(({ handle = "" }) =>
      store.read(handle).then(
        () => true,
        () => false,
      ),
    );
    expect((await Promise.all(readable)).filter(Boolean)).toHaveLength(names.length);
  },
);

verifies("output:spill-restart", "an output of another process is read by its handle", async () => {
  const shared = join(directory, "other");
  const { stdout } = await run(process.execPath, [script, shared, "1", "100000"]);
  const [outcome]: { handle: string }[] = JSON.parse(stdout);
  const page = await openSpillStore({ directory: shared }).read(outcome?.handle ?? "");
  expect(page).toMatchObject({ totalLines: 50, shownLines: 50 });
});

verifies(
  "output:spill-failure",
  "a full disk is told in words, and no part of the output stays on it",
  async (context) => {
    const small = join(directory, "small");
    await mkdir(small);
    const onSmallDisk = (command: string) => [
      "-rm",
      "sh",
      "-c",
      `mount -t tmpfs -o size=8k,mode=700 none ${small} && ${command}`,
    ];
    context.skip(!works("unshare", onSmallDisk("true")), "no right to mount a small disk");
    const node = `${process.execPath} ${script} ${small} 12 100000 && ls -A ${small}`;
    const [report = "", ...names] = (await run("unshare", onSmallDisk(node))).stdout.trim().split("\n");
    const failed = JSON.parse(report).filter((outcome: { code?: string }) => outcome.code !== undefined);
    expect(failed.length).toBeGreaterThan(5);
    const message = "Stored output is out of reach: the disk is full (ENOSPC).";
    for (const outcome of failed) expect(outcome).toEqual({ code: "spill_failed", message });
    expect(names.filter((name) => name.endsWith(".tmp"))).toEqual([]);
  },
);

verifies("output:spill-failure", "a directory without the right to write is told in words", async (context) => {
  const locked = join(directory, "locked");
  await mkdir(locked, { mode: 0o500 });
  const asNobody = (file: string, ...args: string[]) => ["--reuid=65534", "--clear-groups", file, ...args];
  const isRoot = process.getuid?.() === 0;
  context.skip(process.platform === "win32" || (isRoot && !works("setpriv", asNobody("true"))), "no other user to be");
  const args = [script, join(locked, "outputs"), "1", "100000"];
  // Root may write anywhere, so as root the writer runs as somebody else, who must be able to reach the script.
  if (isRoot) execFileSync("chmod", ["711", directory]);
  const { stdout } = isRoot
    ? await run("setpriv", asNobody(process.execPath, ...args), { cwd: "/" })
    : await run(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual([
    { code: "spill_failed", message: "Stored output is out of reach: no permission (EACCES)." },
  ]);
});

verifies("output:spill-synced", "the file is synced, then renamed", async () => {
  const trace = join(directory, "trace.json");
  const traced = ["--trace-event-categories", "node.fs.async", "--trace-event-file-pattern", trace];
  await run(process.execPath, [...traced, script, join(directory, "synced"), "1", "100000"]);
  const { traceEvents }: { traceEvents: { name: string; ph: string }[] } = JSON.parse(await readFile(trace, "utf8"));
  const ended = traceEvents.filter((event) => event.ph === "e").map((event) => event.name);
  expect(ended.filter((name) => name === "fsync" || name === "rename")).toEqual(["fsync", "rename"]);
});

function works(file: string, args: readonly string[]): boolean {
  try {
    execFileSync(file, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
