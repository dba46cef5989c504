import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { pollUntil } from "../../toolwright/src/testing/waiting.ts";
import { packageRoot } from "./support/outrider-process.ts";
import { type Machine, makeMachine } from "./support/resident-kit.ts";

const eras = ["legacy", "modern"] as const;

/** Whatever this machine has: with a sandbox, clients approve as ever. */
const unwalled = '[resident]\nserve = true\n\n[security]\nsandbox = "off"\n';

interface Served {
  readonly client: Client;
  readonly asked: string[];
  readonly stderr: () => string;
  call(tool: string, input: Record<string, unknown>): Promise<string>;
}

/** A real client, and `outrider serve` as it starts it. */
async function serve(machine: Machine, era: (typeof eras)[number], ...args: readonly string[]): Promise<Served> {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("XDG_"));
  const env = Object.fromEntries(
    [...inherited, ...Object.entries(machine.env)].map(([name, value]) => [name, value ?? ""]),
  );
  const program = [join(packageRoot, "bin", "outrider.js"), "serve", ...args];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: program,
    cwd: machine.project,
    env,
    stderr: "pipe",
  });
  const chunks: string[] = [];
  transport.stderr?.on("data", (chunk: Buffer) => chunks.push(chunk.toString()));
  const asked: string[] = [];
  const client = new Client(
    { name: "e2e", version: "1.0.0" },
    {
      versionNegotiation: { mode: era === "legacy" ? "legacy" : "auto" },
      capabilities: { elicitation: { form: {} } },
    },
  );
  client.setRequestHandler("elicitation/create", ({ params }) => {
    asked.push(params.message);
    return { action: "accept", content: {} };
  });
  await client.connect(transport);
  onTestFinished(async () => await client.close());
  return {
    client,
    asked,
    stderr: () => chunks.join(""),
    call: async (name, input) =>
      JSON.stringify(await client.callTool({ name, arguments: input }, { timeout: 200_000 })),
  };
}

describe.skipIf(process.platform === "win32").each(eras)("over the resident process, %s era", (era) => {
  test("clients have sessions of their own in one process, and take theirs along when they go", async () => {
    const machine = makeMachine();
    machine.writeSettings(unwalled);
    const [one, two, three] = [await serve(machine, era), await serve(machine, era), await serve(machine, era)];
    const pid = await machine.residentPid();
    expect(pid).toBeGreaterThan(0);
    expect((await machine.run("resident", "status")).stdout).toContain("3 MCP sessions");
    await one.call("workspace", { action: "activate", path: "src" });
    const texts = await Promise.all(
      [one, two, three].map(async (each) => await each.call("read_file", { path: "use.ts" })),
    );
    expect(texts[0]).toContain("openStore");
    for (const other of texts.slice(1)) expect(other).toContain("no file");
    expect(await two.call("references", { symbol: "openStore" })).toContain("src/use.ts");
    expect(await machine.run("refs", "openStore")).toMatchObject({ code: 0 });
    expect(await machine.residentPid()).toBe(pid);
    await Promise.all([one, two].map(async ({ client }) => await client.close()));
    const isOne = async (): Promise<boolean> =>
      (await machine.run("resident", "status")).stdout.includes("1 MCP sessions");
    expect(await pollUntil(isOne, 120_000)).toBe(true);
    expect(await three.call("grep", { pattern: "openStore" })).toContain("src/store.ts");
  });

  test("without a sandbox around commands, no client can approve anything", async () => {
    const machine = makeMachine();
    machine.writeSettings(unwalled);
    const served = await serve(machine, era);
    expect(await served.call("run_command", { command: "rm -rf src" })).toContain("nobody can be asked: no sandbox");
    expect(served.asked).toEqual([]);
    expect(served.stderr()).toContain("nothing can be approved over the resident process");
    expect(await served.call("read_file", { path: "src/use.ts" })).toContain("openStore");
  });

  test("with --alone, the client is asked as before, and there is no such process", async () => {
    const machine = makeMachine();
    machine.writeSettings(unwalled);
    const served = await serve(machine, era, "--alone");
    await served.call("run_command", { command: "rm -rf src" });
    expect(served.asked).toHaveLength(1);
    expect(await machine.residentPid()).toBeNaN();
  });

  test("killed by force in the middle of a call, the call says so and the next one works", async () => {
    const machine = makeMachine();
    machine.writeSettings(unwalled);
    const served = await serve(machine, era);
    const pid = await machine.residentPid();
    const answer = served.call("run_command", { command: "sleep 600" });
    expect(await pollUntil(async () => (await machine.run("resident", "status")).code === 0, 120_000)).toBe(true);
    process.kill(pid, "SIGKILL");
    expect(await answer).toMatch(/The resident process ended before this was done.*A change may have happened/);
    expect(await served.call("read_file", { path: "src/use.ts" })).toContain("openStore");
    expect(await machine.residentPid()).not.toBe(pid);
  });
});

test.skipIf(process.platform === "win32")("profiles of clients do not mix", async () => {
  const machine = makeMachine();
  machine.writeSettings(unwalled);
  const [full, code] = [await serve(machine, "legacy"), await serve(machine, "legacy", "--profile", "code")];
  const names = async ({ client }: Served): Promise<readonly string[]> =>
    (await client.listTools()).tools.map(({ name }) => name);
  expect(await names(full)).toContain("edit_file");
  expect(await names(code)).not.toContain("edit_file");
  expect((await machine.run("resident", "status")).stdout).toContain("2 MCP sessions");
});
