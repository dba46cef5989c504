import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type Conversation, connectResident, type Message } from "toolwright/resident";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { pollUntil } from "../../toolwright/src/testing/waiting.ts";
import { pipeFlags } from "../src/cli/pipes/pipe-flags.ts";
import { findResident } from "../src/resident/find-resident.ts";
import { outrider, packageRoot, startOutrider } from "./support/outrider-process.ts";
import { type Machine, makeMachine } from "./support/resident-kit.ts";
import { writeFiles } from "./support/temp-project.ts";

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

  test("shows what changed since the last commit, as it is shown alone", async () => {
    const machine = makeMachine();
    const git = (...args: readonly string[]) =>
      execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false", ...args], {
        cwd: machine.project,
        stdio: "ignore",
      });
    rmSync(join(machine.project, ".git"), { recursive: true });
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "--message", "first");
    writeFiles(machine.project, { "src/store.ts": "export function openStore(): number {\n  return 2;\n}\n" });
    const alone = await machine.run("changes", "--alone", "--markdown");
    expect(alone).toMatchObject({ code: 0, stdout: expect.stringContaining("openStore") });
    expect(await machine.residentPid()).toBeNaN();
    expect(await machine.run("changes", "--markdown")).toEqual(alone);
    expect(await machine.residentPid()).toBeGreaterThan(0);
    expect(await machine.run("changes", "--json", "--markdown")).toMatchObject({ code: 2, stdout: "" });
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
    const changing = new Set(["rename", "script", "undo"]);
    const expected = Object.keys(pipeFlags).filter((name) => !changing.has(name));
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
    const { stdout: others } = await machine.run("resident", "status", "--read-only");
    expect(others).toContain("No resident process");
    expect(others).toContain("started with another --read-only.");
    expect(others).toContain("started with another --read-only and another text of the settings.");
  });

  test("of several for one project, all are shown with the reason, and all are ended", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const pid = await machine.residentPid();
    const elsewhere = { ...machine, env: { ...machine.env, PATH: `${process.env["PATH"]}:/opt/other` } };
    const other = async (...argv: readonly string[]) => await outrider(argv, machine.project, elsewhere);
    await other("refs", "openStore");
    const { code, stdout } = await machine.run("resident", "status");
    const pids = [...stdout.matchAll(/^Process (\d+),/gm)].map(([, each]) => Number(each));
    expect(code).toBe(0);
    expect(pids).toEqual([pid, expect.any(Number)]);
    expect(stdout.match(/Commands from here do not use it.*/g)).toEqual([
      "Commands from here do not use it: it was started with another PATH.",
    ]);
    expect((await other("resident", "status")).stdout).toMatch(new RegExp(`^Process ${pids[1]},`));
    const stopped = await machine.run("resident", "stop");
    expect(stopped).toMatchObject({ code: 0, stdout: pids.map((each) => `Process ${each} has ended.\n`).join("") });
    expect((await other("resident", "status")).stdout).toBe(`No resident process for ${machine.project}.\n`);
  });

  // Only Linux tells when a process started, which is the proof that it is the right one.
  test.skipIf(process.platform !== "linux")("that is stopped is done without, shown, and ended by force", async () => {
    const machine = makeMachine();
    const first = await machine.run("refs", "openStore");
    const pid = await machine.residentPid();
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => kill(pid));
    const alone = await machine.run("refs", "openStore");
    expect(alone).toMatchObject({ code: first.code, stdout: first.stdout });
    expect(alone.stderr).toBe(
      `Running without the resident process: Process ${pid} takes connections and has said nothing for 5 s. To end it: outrider resident stop --force\n${first.stderr}`,
    );
    expect((await machine.run("resident", "status")).stdout).toContain(`Process ${pid} does not answer.\n`);
    expect(await machine.run("resident", "stop")).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Process ${pid} does not answer, so that nobody knows whether it is in use`),
    });
    const forced = await machine.run("resident", "stop", "--force");
    expect(forced).toMatchObject({ code: 0, stdout: `Process ${pid} has ended.\n` });
    expect(await machine.run("refs", "openStore")).toEqual(first);
    expect(await machine.residentPid()).not.toBe(pid);
  });

  test("that is stopped in the middle of a command is told, and what was read of stdin is not done twice", async () => {
    const machine = makeMachine();
    await machine.run("refs", "openStore");
    const pid = await machine.residentPid();
    const started = startOutrider(["defs", "-"], machine.project, machine, { holdsStdin: true });
    started.child.stdin.write("openStore\n");
    const isUnderWay = async () => (await machine.run("resident", "status")).stdout.includes("1 commands");
    expect(await pollUntil(isUnderWay, 60_000)).toBe(true);
    process.kill(pid, "SIGSTOP");
    onTestFinished(() => kill(pid));
    const { code, stderr } = await started.ended;
    expect(stderr).toContain(`The resident process does not go on with the command: Process ${pid} has not answered`);
    expect(code).toBe(2);
  });

  test("is not started where no project can be opened, and the command says why", async () => {
    const machine = makeMachine();
    const inHome = await outrider(["refs", "openStore"], machine.home, machine);
    expect(inHome).toMatchObject({ code: 2, stdout: "" });
    expect(inHome.stderr).toMatch(/^\S+ is a home directory, a temp directory or a whole disk/);
    expect(existsSync(machine.runDirectory) ? readdirSync(machine.runDirectory) : []).toEqual([]);
  });

  test("below a home that is a repository, serves the current directory", async () => {
    const machine = makeMachine();
    writeFiles(machine.home, { ".git/HEAD": "ref: refs/heads/main\n", "plain/a.ts": "export const a = 1;\n" });
    const plain = join(machine.home, "plain");
    const run = async (...argv: readonly string[]) => await outrider(argv, plain, machine);
    onTestFinished(async () => void (await run("resident", "stop", "--force")));
    expect(await run("defs", "a")).toMatchObject({ code: 0, stderr: "1 declaration.\n" });
    expect((await run("resident", "status")).stdout).toContain(`It serves ${plain} since`);
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

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

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
