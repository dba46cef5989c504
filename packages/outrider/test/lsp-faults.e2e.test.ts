import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { proofCases } from "../../toolwright/test/proof-size.ts";
import { waitFor } from "../../toolwright/src/process/fixtures/process-search.ts";
import { scriptedServer, type Script, type ScriptedServer, type Step } from "./support/scripted-server.ts";
import { openServedOutrider, type ServedOutrider } from "./support/served-outrider.ts";
import { answerTo, faultyProject, settingsFor } from "./support/served-servers.ts";

const onReferences = (...steps: readonly Step[]): Script => ({ on: { "textDocument/references": steps } });
const logLine = { type: 3, message: "busy ".repeat(40) };

interface Fault {
  readonly script: Script | readonly Script[];
  /** The server gives the right answer in the end: who waits for it gets all of it. */
  readonly works?: true;
  /** Every question takes as long as it may, so that a second one would only cost time. */
  readonly hangs?: true;
}

const faults: Readonly<Record<string, Fault>> = {
  "ends as soon as it is started": { script: { atStart: [{ exit: 1 }] } },
  "never answers initialize": { script: { on: { initialize: [] } } },
  "dies while it is asked": { script: onReferences({ crash: true }) },
  "dies while it is asked, and works when started again": {
    script: [onReferences({ crash: true }), {}],
    works: true,
  },
  "never answers": { script: onReferences(), hangs: true },
  "is slow": { script: onReferences({ wait: 1_500 }, { places: true }), works: true },
  "prints garbage": { script: onReferences({ raw: "Listening on port 1\nContent-Length: -5\r\n\r\n\u0000garbage" }) },
  "answers under other ids first": {
    script: onReferences({ replyTo: 999_999, value: [] }, { replyTo: "1", value: [] }, { places: true }),
    works: true,
  },
  "answers with more than anybody takes": { script: onReferences({ big: 80 * 2 ** 20 }) },
  "finds nothing, not even the place it was asked for": { script: onReferences({ reply: [] }) },
  "answers in shapes that are none": { script: onReferences({ reply: { uri: 5, range: "none" } }) },
  "stays when it is told to leave": {
    script: {
      on: { shutdown: [], exit: [] },
      ignoreSignals: process.platform === "win32" ? [] : ["SIGTERM", "SIGINT", "SIGHUP"],
      ignoreEnd: true,
    },
    works: true,
  },
  "leaves processes of its own behind": { script: { atStart: [{ grandchild: { holdsOutput: true } }] }, works: true },
  "eats memory": { script: { on: { initialized: [{ eat: 300 * 2 ** 20 }] } }, works: true },
  "floods its client": {
    script: { atStart: [{ notify: "window/logMessage", params: logLine, perSecond: 2_000 }], record: false },
    works: true,
  },
};

describe("a server that", () => {
  test.each(proofCases(Object.entries(faults), 3))(
    "%s: an honest answer in time, and nothing is left",
    async (_title, fault) => {
      const server = scriptedServer(fault.script);
      const served = await openServedOutrider(faultyProject, settingsFor({ typescript: server }));
      const question = { symbol: "target", ...(fault.works === true ? { wait: 40 } : {}) };
      const text = await answerTo(served, served.start("references", question));
      expect(text).toContain("src/first.ts");
      expect(text).toContain("src/second.ts");
      expect(text).not.toContain("No references");
      expect(text).toMatch(fault.works === true ? /complete by/ : /syntactic|partial/);
      expect(await served.call("read_file", { path: "src/first.ts" })).toContain("first");
      const [tool, input] =
        fault.hangs === true
          ? (["symbols", { path: "src/second.ts" }] as const)
          : (["references", { symbol: "target" }] as const);
      expect(await served.call(tool, input)).toContain("src/second.ts");
      expect(server.events().length).toBeGreaterThan(0);
      await expectNothingLeft(served, server);
    },
  );
});

async function expectNothingLeft(served: ServedOutrider, server: ScriptedServer): Promise<void> {
  const exited = once(served.child, "exit");
  served.child.stdin.end();
  await exited;
  const pids = server.events().flatMap(({ pid }) => pid ?? []);
  expect(pids.length).toBeGreaterThan(0);
  expect(await waitFor(() => !pids.some(isAlive)), `of ${pids.join(", ")}`).toBe(true);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
