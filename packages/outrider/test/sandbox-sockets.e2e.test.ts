import { type ChildProcessWithoutNullStreams, execFileSync, spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { homedir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { createProcessRunner, findSandbox } from "toolwright/process";
import { afterAll, describe, expect, onTestFinished, test, type TestContext, vi } from "vitest";
import { sendModern } from "../../toolwright/test/mcp/raw-http.ts";
import { openKit } from "./support/outrider-kit.ts";
import { makeHome, outrider } from "./support/outrider-process.ts";
import { spawnServe } from "./support/served-outrider.ts";

const runner = createProcessRunner();
const found = await findSandbox(runner.openScope());
afterAll(async () => void (await runner.close()));
if (found.name === "none") console.log(`The tests of sockets around the sandbox are skipped: ${found.reason}`);

/** Where services of a machine put their sockets: below /run for the system, below the home for the user. */
const places = ["/run", homedir()];

type Skip = TestContext["skip"];

describe.skipIf(found.name === "none")("from the sandbox no command reaches", () => {
  test.for(places)("a Docker whose socket lies below %s", async (place, { skip }) => {
    const socket = join(makePlace(place, skip), "docker.sock");
    await serveDocker(socket);
    expect(await outside(askDocker(socket))).toContain("docker answered OK");
    expect(await inside(askDocker(socket))).toContain("docker did not answer");
  });

  // The list of sockets of the kernel has the name that a socket was bound to, which is none that anybody could use then.
  test.for([
    ["the environment names", "DOCKER_HOST", "deeper/moved.sock"],
    ["lies in a directory of settings in the home", "OTHER", "moved.sock"],
  ] as const)("a Docker whose socket was bound by a relative path and moved, but which %s", async (row, { skip }) => {
    const [, variable, name] = row;
    const place = makePlace(homedir(), skip);
    const socket = join(place, name);
    mkdirSync(dirname(socket), { recursive: true });
    const bind = `const server = require("node:http").createServer((_, answer) => answer.end("OK"));
      server.listen("docker.sock", () => { require("node:fs").renameSync("docker.sock", "${name}"); console.log("up"); })`;
    await untilPrinted(start(process.execPath, ["-e", bind], place), /up/);
    vi.stubEnv(variable, `unix://${socket}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await outside(askDocker(socket))).toContain("docker answered OK");
    expect(await inside(askDocker(socket))).toContain("docker did not answer");
  });

  test.for([
    ["a path below /run", (skip: Skip) => `unix:path=${join(makePlace("/run", skip), "bus")}`],
    ["a path below the home", (skip: Skip) => `unix:path=${join(makePlace(homedir(), skip), "bus")}`],
    ["an abstract name", () => `unix:abstract=sandbox-bus-${process.pid}`],
  ] as const)("a D-Bus with %s", async ([, makeAddress], { skip }) => {
    needs(["dbus-daemon", "dbus-send"], skip);
    const words = ["--session", "--nofork", "--print-address", `--address=${makeAddress(skip)}`];
    const address = await untilPrinted(start("dbus-daemon", words), /unix:\S+/);
    const ask = `DBUS_SESSION_BUS_ADDRESS='${address}' dbus-send --session --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames; echo asked`;
    expect(await outside(ask)).toContain('string "org.freedesktop.DBus"');
    expect(await inside(ask)).toMatch(/Failed to open connection/);
  });

  test.for(places)("an ssh-agent whose socket lies below %s", async (place, { skip }) => {
    const socket = await startAgent(makePlace(place, skip), skip);
    const ask = `SSH_AUTH_SOCK=${socket} ssh-add -l; echo asked`;
    expect(await outside(ask)).toContain("The agent has no identities.");
    expect(await inside(ask)).toMatch(/Error connecting to agent/);
  });

  test("an ssh-agent that the user's settings pass on", async ({ skip }) => {
    const socket = await startAgent(makePlace(homedir(), skip), skip);
    vi.stubEnv("SSH_AUTH_SOCK", socket);
    onTestFinished(() => void vi.unstubAllEnvs());
    const ask = "echo at $SSH_AUTH_SOCK; ssh-add -l; echo asked";
    expect(await outside(ask)).toContain("The agent has no identities.");
    const told = await inside(ask, '[security]\nshell_env = ["SSH_AUTH_SOCK"]\n');
    expect(told).toContain(`at ${socket}`);
    expect(told).toMatch(/Error connecting to agent/);
  });

  test.for([
    ["-S, below the home", (skip: Skip) => ["-S", join(makePlace(homedir(), skip), "t")]],
    ["-S, below /run", (skip: Skip) => ["-S", join(makePlace("/run", skip), "t")]],
    ["-L", () => ["-L", `sandbox-${process.pid}`]],
  ] as const)("a tmux server with %s", async ([, makeSocket], { skip }) => {
    needs(["tmux"], skip);
    const words = makeSocket(skip);
    execFileSync("tmux", [...words, "-f", "/dev/null", "new-session", "-d", "sleep 600"]);
    onTestFinished(() => void spawnSync("tmux", [...words, "kill-server"]));
    const marks = makePlace(homedir(), skip);
    const ask = (mark: string): string => `tmux ${words.join(" ")} run-shell 'echo > ${join(marks, mark)}'; echo asked`;
    await outside(ask("control"));
    expect(existsSync(join(marks, "control"))).toBe(true);
    expect(await inside(ask("escaped"))).toMatch(/no server running|error connecting/);
    expect(existsSync(join(marks, "escaped"))).toBe(false);
  });

  test("the Outrider that runs it, not even with a token", async () => {
    const home = makeHome();
    const { stdout } = await outrider(["token", "add", "ann"], home.home, home);
    const token = stdout.trim();
    const { child } = spawnServe(["--http", "127.0.0.1:0"], {}, home.env);
    const url = await untilPrinted(child, /http:\/\/127\.0\.0\.1:\d+/);
    const request = `fetch("${url}/mcp", { method: "POST", headers: { authorization: "Bearer ${token}" } })`;
    const ask = `node -e '${request}.then(({ status }) => console.log("Outrider answered", status), () => console.log("Outrider did not answer"))'`;
    expect(await outside(ask)).toMatch(/Outrider answered 4\d\d/);
    const call = { name: "run_command", arguments: { command: ask } };
    const answer = await sendModern({ url, token }, "tools/call", call);
    expect(answer.text).toContain("Outrider did not answer");
  });

  test("a service by what the environment says about it", async () => {
    const names = ["DOCKER_HOST", "SSH_AUTH_SOCK", "DBUS_SESSION_BUS_ADDRESS", "TMUX", "GPG_AGENT_INFO", "DISPLAY"];
    for (const name of [...names, "XDG_RUNTIME_DIR"]) vi.stubEnv(name, "/run/from-outside");
    onTestFinished(() => void vi.unstubAllEnvs());
    const told = await inside("env; echo asked");
    expect(told).toContain("asked");
    expect(told).not.toContain("from-outside");
  });
});

/** Speaks as much of Docker's protocol as a ping needs. */
async function serveDocker(socket: string): Promise<void> {
  const server = createServer((_, answer) => void answer.end("OK"));
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  onTestFinished(() => void server.close());
}

/** A command that pings it, and says whether there was an answer. */
function askDocker(socket: string): string {
  const script = `require("node:http").get({ socketPath: process.env.DOCKER_HOST.slice(7), path: "/_ping" }, (answer) => answer.on("data", (data) => console.log("docker answered " + data))).on("error", ({ code }) => console.log("docker did not answer: " + code))`;
  return `DOCKER_HOST=unix://${socket} node -e '${script}'`;
}

async function startAgent(place: string, skip: Skip): Promise<string> {
  needs(["ssh-agent", "ssh-add"], skip);
  const socket = join(place, "agent.sock");
  start("ssh-agent", ["-D", "-a", socket]);
  await expect.poll(() => existsSync(socket)).toBe(true);
  return socket;
}

/** The output of a command, run as any user of this machine would. */
async function outside(command: string): Promise<string> {
  const child = start("bash", ["-c", command]);
  const texts = await Promise.all([text(child.stdout), text(child.stderr)]);
  return texts.join("");
}

/** The same command through the tool. */
async function inside(command: string, settings = ""): Promise<string> {
  const kit = await openKit({ "a.txt": "a\n" }, { settings });
  return await kit.read("run_command", { command });
}

/** A directory below a place that belongs to the system or the user; gone when the test ends. */
function makePlace(above: string, skip: Skip): string {
  if (!may(above, constants.W_OK)) skip(`${above} cannot be written here`);
  const place = mkdtempSync(join(above, ".sandbox-sockets-"));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  return place;
}

function needs(programs: readonly string[], skip: Skip): void {
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  const missing = programs.find((name) => !directories.some((each) => may(join(each, name), constants.X_OK)));
  if (missing !== undefined) skip(`${missing} is not installed`);
}

function may(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function start(program: string, words: readonly string[], cwd?: string): ChildProcessWithoutNullStreams {
  const child = spawn(program, words, cwd === undefined ? {} : { cwd });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits for what a program says when it is ready. */
async function untilPrinted(child: ChildProcessWithoutNullStreams, wanted: RegExp): Promise<string> {
  return await new Promise((resolve, reject) => {
    let told = "";
    const hear = (chunk: Buffer): void => {
      told += chunk.toString("utf8");
      const found = wanted.exec(told)?.[0];
      if (found !== undefined) resolve(found);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject).on("exit", () => reject(new Error(`It ended early: ${told}`)));
  });
}
