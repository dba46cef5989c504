import { once } from "node:events";
import { describe, expect, test } from "vitest";
import { printSummary, summarize, type Summary } from "../../toolwright/test/mcp/summarize.ts";
import { scriptedServer, type Script } from "./support/scripted-server.ts";
import { openServedOutrider, type ServedOutrider } from "./support/served-outrider.ts";
import { answerTo, faultyProject, installed, settingsFor } from "./support/served-servers.ts";
import { limitFor } from "../../toolwright/test/slowdown.ts";

const logLine = { type: 3, message: "busy ".repeat(40) };

describe("a ping is answered within 50 ms while a language server", () => {
  test.each<[string, Script]>([
    ["never answers", { on: { "textDocument/references": [] } }],
    ["sends more than anybody takes", { on: { "textDocument/references": [{ big: 80 * 2 ** 20 }] } }],
    [
      "floods its client",
      { atStart: [{ notify: "window/logMessage", params: logLine, perSecond: 2_000 }], record: false },
    ],
  ])("%s", async (title, script) => {
    const served = await openServedOutrider(faultyProject, settingsFor({ typescript: scriptedServer(script) }));
    const { text, pings } = await callWhilePinging(served, "references", { symbol: "target" });
    console.log(`${title}: ping ${printSummary(pings)}`);
    expect(text).toContain("src/first.ts");
    expect(pings.p50).toBeLessThan(limitFor(pings.p50, 50));
  });
});

describe("servers that start cold, all of them at once,", () => {
  const mixed = {
    ...faultyProject,
    "app.py": "def greet(name: str) -> str:\n    return name\n\n\nprint(greet(1))\n",
    "run.sh": "#!/bin/bash\nhello() { echo hi; }\nhello\n",
    "data.json": '{ "a": 1 }\n',
    "data.yaml": "a: 1\n",
  };

  test("leave a ping under 50 ms and tools that answer", async () => {
    const served = await openServedOutrider(mixed, settingsFor(installed()));
    const judged = callWhilePinging(served, "diagnostics", { scope: "project" });
    expect(await served.call("references", { symbol: "target" })).toContain("src/first.ts");
    const { text, pings, tookMs } = await judged;
    console.log(`all servers cold: answered after ${tookMs.toFixed(0)} ms; ping ${printSummary(pings)}\n${text}`);
    expect(pings.p50).toBeLessThan(limitFor(pings.p50, 50));
    expect(text).toContain("app.py");
    const exited = once(served.child, "exit");
    served.child.stdin.end();
    await exited;
  });
});

interface Watched {
  readonly text: string;
  readonly pings: Summary;
  readonly tookMs: number;
}

/** One ping after the other for as long as the call takes, and at least twenty. */
async function callWhilePinging(served: ServedOutrider, tool: string, input: object): Promise<Watched> {
  const startedAt = performance.now();
  const call = { tookMs: 0, isOver: false };
  const answer = answerTo(served, served.start(tool, input)).finally(() => {
    call.tookMs = performance.now() - startedAt;
    call.isOver = true;
  });
  answer.catch(() => {});
  const times: number[] = [];
  while (!call.isOver || times.length < 20) {
    const askedAt = performance.now();
    await served.request("ping");
    times.push(performance.now() - askedAt);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return { text: await answer, pings: summarize(times), tookMs: call.tookMs };
}
