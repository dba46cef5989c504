import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { build } from "esbuild";
import { beforeAll, expect, onTestFinished } from "vitest";
import { subagentThread } from "../../src/agent/log/subagent-threads.ts";
import type { HistoryItem } from "../../src/agent/log/history.ts";
import { foldEntries } from "../../src/agent/log/thread-state.ts";
import { openFileThreads } from "../../src/thread-files/file-threads.ts";
import { proofCases, proofSize } from "../proof-size.ts";
import { verifies } from "../verifies.ts";

let host = "";
const titles: Readonly<Record<string, string>> = {
  before: "before a write to the log",
  after: "after a write to the log",
  tool: "inside a tool that has had its effect",
  hook: "inside a hook",
};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "toolwright-kill-"));
  host = join(folder, "kill-host.mjs");
  await build({
    entryPoints: [join(import.meta.dirname, "kill-host.ts")],
    outfile: host,
    bundle: true,
    platform: "node",
    format: "esm",
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    logLevel: "error",
  });
  return () => rm(folder, { recursive: true, force: true });
});

/** Full proofs kill at each place in six rounds, all but the first with a second kill after the resume. */
const rounds = Array.from({ length: proofSize(6, 1) }, (_, round) => round);

for (const where of ["before", "after", "tool", "hook"]) {
  for (const round of rounds) {
    verifies(
      "loop:crash",
      `killed ${titles[where]}, a thread ends well and pays nobody twice, round ${round}`,
      async () => {
        const places = Array.from({ length: await countPlaces(where) }, (_, index) => index + 1);
        for (const at of proofCases(places, where === "tool" ? 3 : 12)) {
          const directory = await temporaryDirectory();
          expect((await runHost(directory, at, where)).signal).toBe("SIGKILL");
          if (round > 0) await runHost(directory, round * 2, where);
          expect(await runHost(directory, 0, ""), `${where} ${at}`).toMatchObject({ signal: null, status: "done" });
          await expectPaidOnce(directory, `${where} ${at}`);
        }
      },
      // More than a hundred places, several processes each.
      { timeout: 3_600_000 },
    );
  }
}

async function countPlaces(where: string): Promise<number> {
  const directory = await temporaryDirectory();
  const { status, passed } = await runHost(directory, 0, where);
  expect(status).toBe("done");
  expect(passed).toBeGreaterThan(6);
  expect(await readEffects(directory)).toEqual(["one", "two", "three", "four", "five", "six", "seven"]);
  return passed;
}

async function expectPaidOnce(directory: string, where: string): Promise<void> {
  const effects = await readEffects(directory);
  expect(new Set(effects).size, where).toBe(effects.length);
  const threads = openFileThreads({ directory });
  const { history } = foldEntries(await threads.read("t"));
  const resultsIn = (items: readonly HistoryItem[]) =>
    items.flatMap((item) => (item.kind === "results" ? item.results : []));
  const all = resultsIn(history);
  expect(
    all.map(({ part }) => part.callId),
    where,
  ).toEqual(["a", "b", "one", "two", "three", "c", "four", "five", "d", "f", "g"]);
  const results = all.slice(0, -2);
  expect(
    results.slice(-2).map(({ result }) => result.status),
    where,
  ).toEqual(["background", "background"]);
  // A subagent goes on in its own thread, with the same rules for each of its calls.
  expect(
    all.slice(-2).map(({ result }) => result.status),
    where,
  ).toEqual(["ok", "ok"]);
  const below = (
    await Promise.all(["f", "g"].map(async (id) => foldEntries(await threads.read(subagentThread("t", id)))))
  ).flatMap((state) => resultsIn(state.history));
  expect(
    below.map(({ part }) => part.callId),
    where,
  ).toEqual(["e", "six", "seven"]);
  const late = history.flatMap((item) => (item.kind === "late-result" ? [item] : []));
  expect(late.map(({ part }) => part.callId).toSorted(), where).toEqual(["d", "five"]);
  const said = history.filter((item) => item.kind === "user" && JSON.stringify(item).includes("Be quick."));
  expect(said.length, where).toBe(1);
  for (const { part, result } of [...results.slice(0, -2), ...late, ...below]) {
    expect(["ok", "unknown"], where).toContain(result.status);
    // What was told to be done is done; what nobody knows may be.
    if (part.tool !== "look" && part.tool !== "scan" && result.status === "ok")
      expect(effects, where).toContain(part.callId);
    if (part.tool === "look" || part.tool === "scan") expect(result.status, where).toBe("ok");
  }
}

async function runHost(directory: string, at: number, where: string) {
  const child = spawn(process.execPath, [host, directory, String(at), where], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [printed, [, signal]] = await Promise.all([text(child.stdout), once(child, "close")]);
  const told: { status?: string; passed?: number } = printed === "" ? {} : JSON.parse(printed);
  return { signal, status: told.status, passed: told.passed ?? 0 };
}

async function readEffects(directory: string): Promise<readonly string[]> {
  const written = await readFile(join(directory, "effects.txt"), "utf8").catch(() => "");
  return written.split("\n").filter((line) => line !== "");
}

async function temporaryDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "toolwright-kill-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}
