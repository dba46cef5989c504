import { once } from "node:events";
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { waitFor } from "../../toolwright/src/process/fixtures/process-search.ts";
import { printSummary, summarize, type Summary } from "../../toolwright/test/mcp/summarize.ts";
import { repositoryRoot } from "./support/outrider-process.ts";
import { scriptedServer, type Script, type ScriptedServer, type Step } from "./support/scripted-server.ts";
import { openServedOutrider, type ServedOutrider } from "./support/served-outrider.ts";
import { writeFiles } from "./support/temp-project.ts";

const project = {
  "package.json": '{ "name": "faulty" }\n',
  "tsconfig.json": '{ "compilerOptions": { "strict": true, "module": "nodenext" }, "include": ["src"] }\n',
  "src/target.ts": "export function target(): number {\n  return 1;\n}\n",
  "src/first.ts": 'import { target } from "./target.js";\nexport const first = target();\n',
  "src/second.ts": 'import { target } from "./target.js";\nexport const second = target() + target();\n',
};

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

/** The longest that a call may take with a server that does nothing at all. */
const boundMs = 25_000;

describe("a server that", () => {
  test.each(Object.entries(faults))("%s: an honest answer in time, and nothing is left", async (title, fault) => {
    const server = scriptedServer(fault.script);
    const served = await openServedOutrider(project, settingsFor({ typescript: server }));
    const question = { symbol: "target", ...(fault.works === true ? { wait: 40 } : {}) };
    const { text, pings, tookMs } = await callWhilePinging(served, "references", question);
    console.log(`${title}: answered after ${tookMs.toFixed(0)} ms; ping ${printSummary(pings)}`);
    expect(text).toContain("src/first.ts");
    expect(text).toContain("src/second.ts");
    expect(text).not.toContain("No references");
    expect(text).toMatch(fault.works === true ? /complete by/ : /syntactic|partial/);
    expect(tookMs).toBeLessThan(boundMs);
    expect(pings.p50).toBeLessThan(50);
    expect(await served.call("read_file", { path: "src/first.ts" })).toContain("first");
    const [tool, input] =
      fault.hangs === true
        ? (["symbols", { path: "src/second.ts" }] as const)
        : (["references", { symbol: "target" }] as const);
    expect(await served.call(tool, input)).toContain("src/second.ts");
    expect(server.events().length).toBeGreaterThan(0);
    await expectNothingLeft(served, server);
  });
});

describe("servers that start cold, all of them at once,", () => {
  const mixed = {
    ...project,
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
    expect(pings.p50).toBeLessThan(50);
    expect(text).toContain("app.py");
    const exited = once(served.child, "exit");
    served.child.stdin.end();
    await exited;
  });
});

interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** The programs of the development packages, started with the Node that runs this. */
function installed(): Readonly<Record<string, Program>> {
  const node = (...args: readonly string[]): Program => {
    const [script = "", ...rest] = args;
    return { file: process.execPath, args: [join(repositoryRoot, "node_modules", script), ...rest] };
  };
  return {
    typescript: node("typescript/bin/tsc", "--lsp", "--stdio"),
    pyright: node("pyright/langserver.index.js", "--stdio"),
    bash: node("bash-language-server/out/cli.js", "start"),
    yaml: node("yaml-language-server/bin/yaml-language-server", "--stdio"),
    json: node("vscode-langservers-extracted/bin/vscode-json-language-server", "--stdio"),
  };
}

/** Settings of a person who has told which programs to use. */
function settingsFor(programs: Readonly<Record<string, Program>>): Readonly<Record<string, string>> {
  const config = realpathSync(mkdtempSync(join(tmpdir(), "outrider-settings-")));
  onTestFinished(() => rmSync(config, { recursive: true, force: true }));
  const lines = Object.entries(programs).flatMap(([id, { file, args }]) => [
    `[servers.use.${id}]`,
    `command = ${JSON.stringify(file)}`,
    `args = ${JSON.stringify(args)}`,
  ]);
  writeFiles(config, { "outrider/config.toml": `${lines.join("\n")}\n` });
  return { XDG_CONFIG_HOME: config, APPDATA: config };
}

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

async function answerTo(served: ServedOutrider, id: string): Promise<string> {
  const { result, error } = await served.answers.find((answer) => answer.id === id, boundMs);
  return JSON.stringify(result ?? error);
}

async function expectNothingLeft(served: ServedOutrider, server: ScriptedServer): Promise<void> {
  const exited = once(served.child, "exit");
  served.child.stdin.end();
  await exited;
  const pids = server.events().flatMap(({ pid }) => pid ?? []);
  expect(pids.length).toBeGreaterThan(0);
  expect(await waitFor(() => !pids.some(isAlive), 2_000), `of ${pids.join(", ")}`).toBe(true);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
