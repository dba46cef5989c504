import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Conversation, connectResident, type Message } from "toolwright/resident";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { pollUntil } from "../../toolwright/src/testing/waiting.ts";
import { pipeTable } from "../src/cli/pipes/pipe-table.ts";
import { findResident } from "../src/resident/find-resident.ts";
import { packageRoot, startOutrider } from "./support/outrider-process.ts";
import { type Machine, makeMachine } from "./support/resident-kit.ts";

// Windows keeps its state elsewhere, and its pipes are no files; what decides there is tested in toolwright.
describe.skipIf(process.platform === "win32")("the resident process of a project", () => {
  test("prints what a command prints alone, and is one for all of them", async () => {
    const machine = makeMachine();
    const alone = await machine.run("refs", "openStore", "--alone");
    expect(alone).toMatchObject({ code: 0, stdout: expect.stringContaining("src/use.ts:3") });
    expect(await machine.residentPid()).toBeNaN();
    expect(await machine.run("refs", "openStore")).toEqual(alone);
    const pid = await machine.residentPid();
    expect(pid).toBeGreaterThan(0);
    for (const argv of [
      ["defs", "openStore", "--json"],
      ["refs", "no_such_name"],
      ["grep", "openStore", "--no-such-flag"],
      ["outline", "src/store.ts", "--project", "."],
    ])
      expect(await machine.run(...argv), argv.join(" ")).toEqual(await machine.run(...argv, "--alone"));
    expect(await machine.residentPid()).toBe(pid);
  });

  test("reads the stdin of its client, from the directory of its client", async () => {
    const machine = makeMachine();
    const asked = startOutrider(["defs", "-"], join(machine.project, "src"), machine, { stdin: "openStore\nfirst\n" });
    const { code, stdout } = await asked.ended;
    expect(stdout.split("\n").map((line) => line.split(":")[0])).toEqual(["store.ts", "use.ts", ""]);
    expect(code).toBe(0);
    expect(await machine.residentPid()).toBeGreaterThan(0);
  });

  test("is not started for a completion, and is asked for one once it runs", async () => {
    const machine = makeMachine();
    expect(await machine.run("__names", "open")).toMatchObject({ code: 1, stdout: "", stderr: "" });
    expect(await machine.residentPid()).toBeNaN();
    await machine.run("refs", "openStore");
    expect(await machine.run("__names", "open")).toMatchObject({ code: 0, stdout: "openStore\n" });
  });

  test("is asked by exactly the commands that change nothing", () => {
    const program = readFileSync(join(packageRoot, "bin", "outrider.js"), "utf8");
    const asking = [...(/new Set\(\[(.*?)\]\)/.exec(program)?.[1] ?? "").matchAll(/"(\w+)"/g)].map(([, name]) => name);
    const changing = new Set(["rename", "script"]);
    const expected = pipeTable.map(({ name }) => name).filter((name) => !changing.has(name));
    expect(new Set(asking)).toEqual(new Set([...expected, "__names"]));
  });

  test("killed by force, it is replaced by the next command", async () => {
    const machine = makeMachine();
    const first = await machine.run("refs", "openStore");
    const pid = await machine.residentPid();
    process.kill(pid, "SIGKILL");
    expect(await machine.run("refs", "openStore")).toEqual(first);
    expect(await machine.residentPid()).not.toBe(pid);
  });

  test("is another one after a change of the user's settings, and for other flags", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const pid = await machine.residentPid();
    machine.writeSettings('[security]\ndeny = ["store.ts"]\n');
    expect(await machine.residentPid()).toBeNaN();
    const { stdout } = await machine.run("refs", "openStore");
    expect(stdout).not.toContain("store.ts");
    expect(await machine.residentPid()).not.toBe(pid);
    expect((await machine.run("resident", "status", "--read-only")).stdout).toContain("No resident process");
    await machine.run("resident", "stop");
    machine.writeSettings("");
    expect((await machine.run("resident", "stop")).stdout).toBe(`Process ${pid} has ended.\n`);
  });

  test("told to stop, it leaves nothing behind", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const pid = await machine.residentPid();
    expect(await machine.run("resident", "stop")).toMatchObject({ code: 0, stdout: `Process ${pid} has ended.\n` });
    expect(await pollUntil(() => readdirSync(machine.runDirectory).length === 0, 60_000)).toBe(true);
    expect(await machine.run("resident", "stop")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("No resident"),
    });
  });

  test("in use, it is not stopped without --force", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const connection = await openRaw(machine);
    await connection.send({ ask: "mcp", structured: false, probe: false });
    expect(await connection.receive()).toMatchObject({ value: { serves: expect.anything() } });
    expect(await machine.run("resident", "stop")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("1 MCP sessions"),
    });
    expect(await machine.run("resident", "stop", "--force")).toMatchObject({ code: 0 });
  });

  test("changes nothing for a command, whatever it is asked over its socket", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const before = readFileSync(join(machine.project, "src", "store.ts"), "utf8");
    for (const argv of [
      ["rename", "openStore", "open_store"],
      ["script", "-", "--yes"],
    ]) {
      const connection = await openRaw(machine);
      await connection.send(commandAsk(machine, argv));
      const heard = hear(connection);
      await connection.sendBytes(
        Buffer.from('await edit_file({ path: "src/store.ts", old_string: "1", new_string: "2" })'),
      );
      await connection.send({ stdin: "end" });
      const said = await heard;
      expect(said.at(-1), textOf(said)).toMatchObject({ value: { exit: expect.any(Number) } });
      expect(said.at(-1)).not.toMatchObject({ value: { exit: 0 } });
    }
    expect(readFileSync(join(machine.project, "src", "store.ts"), "utf8")).toBe(before);
  });

  test("refuses what it does not know, and goes on", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const connection = await openRaw(machine);
    await connection.send({ ask: "run", command: "id" });
    expect(await hear(connection)).toMatchObject([{ value: { refused: expect.stringContaining("unknown") } }]);
    expect((await machine.run("refs", "openStore")).code).toBe(0);
  });

  test("that cannot be had is done without, and said", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    await machine.run("resident", "stop");
    chmodSync(machine.runDirectory, 0o755);
    const { code, stdout, stderr } = await machine.run("refs", "openStore");
    expect(stderr).toContain(`Running without the resident process: ${machine.runDirectory} has mode 755`);
    expect(stdout).toContain("src/use.ts:3");
    expect(code).toBe(0);
  });
});

/** As any program of the user could, with no part of the client in between. */
async function openRaw(machine: Machine): Promise<Conversation> {
  for (const [name, value] of Object.entries(machine.env)) vi.stubEnv(name, value);
  for (const name of ["XDG_STATE_HOME", "XDG_CONFIG_HOME"]) vi.stubEnv(name, undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const choice = { packageRoot, cwd: machine.project, project: undefined, stateDir: undefined, readOnly: false };
  const connection = await connectResident(findResident(choice));
  vi.unstubAllEnvs();
  if (connection === undefined) throw new Error("There is no resident process.");
  onTestFinished(() => connection.destroy());
  return connection;
}

function commandAsk({ project }: Machine, argv: readonly string[]) {
  return { ask: "command", argv, cwd: project, env: {}, terminals: { stdout: false, stderr: false } };
}

/** Everything until the other side ends. */
async function hear(connection: Conversation): Promise<readonly Message[]> {
  const messages: Message[] = [];
  for (let next = await connection.receive(); next !== undefined; next = await connection.receive())
    messages.push(next);
  return messages;
}

function textOf(messages: readonly Message[]): string {
  return messages
    .map((each) => (each.kind === "bytes" ? each.bytes.toString() : JSON.stringify(each.value)))
    .join("\n");
}
