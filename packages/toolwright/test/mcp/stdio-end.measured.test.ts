import { once } from "node:events";
import { describe, expect, onTestFinished } from "vitest";
import { descendantsOf, waitForTree, waitUntilGone } from "../process-table.ts";
import { verifies } from "../verifies.ts";
import { useFixture } from "./fixture-process.ts";
import { openLegacyStdio, type RawStdio } from "./raw-stdio.ts";
import { printSummary, summarize } from "./summarize.ts";
import { limitFor, measureSlowdown } from "../slowdown.ts";

const fixture = useFixture();
const exitLimitMs = 1_000;

interface Ending {
  readonly title: string;
  readonly end: (raw: RawStdio) => void;
  readonly code: number;
}

const endings: readonly Ending[] = [
  { title: "stdin closes", end: ({ child }) => void child.stdin.end(), code: 0 },
  { title: "SIGTERM comes", end: ({ child }) => void child.kill("SIGTERM"), code: 143 },
  { title: "SIGINT comes", end: ({ child }) => void child.kill("SIGINT"), code: 130 },
  { title: "SIGHUP comes", end: ({ child }) => void child.kill("SIGHUP"), code: 129 },
  {
    title: "the client stops reading",
    end({ child, write }) {
      child.stdout.destroy();
      write('{"jsonrpc":"2.0","id":"unread","method":"ping"}');
    },
    code: 0,
  },
];

describe.skipIf(process.platform === "win32").each(endings)("when $title", ({ end, code }) => {
  verifies("mcp:exit", "the process exits within a second, and so does all that it has started", async () => {
    await expectCleanEnd({}, { end, code });
  });

  verifies("mcp:exit", "even where a handler ignores its signal", async () => {
    await expectCleanEnd({ deaf: true }, { end, code });
  });
});

describe.skipIf(process.platform === "win32").each(endings.slice(0, 2))("when $title", ({ end, code }) => {
  verifies("mcp:exit", "even where the processes ignore SIGTERM", async () => {
    await expectCleanEnd({ stubborn: true }, { end, code });
  });
});

async function expectCleanEnd(input: Readonly<Record<string, boolean>>, { end, code }: Pick<Ending, "end" | "code">) {
  const raw = await open();
  raw.write(callLine("tree", "run_tree", input));
  const tree = await waitForTree(raw.child.pid);
  const all = [...new Set([...tree, ...descendantsOf(raw.child.pid).map((row) => row.pid)])];
  const exited = once(raw.child, "exit");
  const endedAt = performance.now();
  end(raw);
  const [exitCode]: unknown[] = await exited;
  const took = performance.now() - endedAt;
  expect(took).toBeLessThan(limitFor(took, exitLimitMs));
  expect(exitCode).toBe(code);
  await waitUntilGone(all, exitLimitMs).catch(() => waitUntilGone(all, exitLimitMs * (measureSlowdown() - 1)));
}

describe("while it serves", () => {
  verifies("mcp:exit", "an idle process exits with its client, at once", async () => {
    const raw = await open();
    const exited = once(raw.child, "exit");
    const endedAt = performance.now();
    raw.child.stdin.end();
    expect(await exited).toEqual([0, null]);
    const took = performance.now() - endedAt;
    expect(took).toBeLessThan(limitFor(took, 500));
  });

  verifies("mcp:stdout-clean", "what tools print goes to stderr; stdout has the protocol alone", async () => {
    const raw = await open();
    await raw.request("tools/call", { name: "chatter", arguments: {} });
    await raw.events.find((event) => event["line"] === "stray line of console.log");
    await raw.events.find((event) => event["line"] === "stray bytes of process.stdout.write");
    for (const line of raw.lines.entries) expect(JSON.parse(line)).toMatchObject({ jsonrpc: "2.0" });
  });

  verifies("mcp:responsive", "a ping is answered in less than 50 ms while 20 slow calls run", async () => {
    const raw = await open();
    for (let index = 0; index < 20; index++) {
      raw.write(callLine(`slow-${index}`, index % 2 === 0 ? "hold" : "wait_for", slowInput(index)));
    }
    await raw.events.find((event) => event["key"] === "18");
    // On a machine that others use as well, a slow answer may be their doing; a server that is slow always is not.
    const slowest: number[] = [];
    do slowest.push(await measurePings(raw));
    while (slowest.length < 3 && Math.min(...slowest) >= 50);
    expect(Math.min(...slowest)).toBeLessThan(limitFor(Math.min(...slowest), 50));
  });
});

/** The longest of a hundred, one after the other. */
async function measurePings(raw: RawStdio): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < 100; count++) {
    const askedAt = performance.now();
    await raw.request("ping");
    times.push(performance.now() - askedAt);
  }
  const measured = summarize(times);
  console.log(`stdio ping under 20 slow calls: ${printSummary(measured)}`);
  return measured.max;
}

function slowInput(index: number): Record<string, unknown> {
  return index % 2 === 0 ? { key: String(index) } : { ms: 30_000 };
}

function callLine(id: string, name: string, input: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } });
}

async function open(): Promise<RawStdio> {
  const raw = await openLegacyStdio(fixture.program);
  onTestFinished(raw.stop);
  return raw;
}
