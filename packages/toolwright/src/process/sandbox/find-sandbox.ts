import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessSandbox, ProcessScope, RunningProcess, SandboxPolicy } from "../../tool/process-contract.ts";
import { type BubblewrapOptions, type NetworkRoom, wrapInBubblewrap } from "./bubblewrap.ts";
import { settleWithin } from "../settle-within.ts";
import { enterMounts } from "./mounts.ts";
import { sweepPlaceholders } from "./placeholders.ts";
import { wrapInSeatbelt } from "./seatbelt.ts";

/** A way of this system to put a wall around processes, which was tried and works. */
export interface SandboxDriver {
  readonly name: "bubblewrap" | "seatbelt";
  /** Opens a sandbox for processes that belong together. They share a directory for temporary files and a network of their own. */
  open(scope: ProcessScope): Promise<OpenSandbox>;
}

/** A sandbox for processes that belong together. */
export interface OpenSandbox {
  /** The sandbox with the rules for one process. */
  with(policy: SandboxPolicy): ProcessSandbox;
  /** Removes its temporary files. Its processes must have ended. */
  close(): void;
}

/** Why this system has none, and what the user can do about it. */
export interface NoSandbox {
  readonly name: "none";
  readonly reason: string;
}

/** Programs are looked for here and not on PATH, where a repository may have put its own. */
const systemPlaces = ["/usr/bin", "/bin", "/usr/local/bin", "/run/current-system/sw/bin"];

/** Finds the sandbox of this system and tries it out. `scope` owns the processes of the trial. */
export async function findSandbox(scope: ProcessScope): Promise<SandboxDriver | NoSandbox> {
  if (process.platform === "linux") return await findBubblewrap(scope);
  if (process.platform === "darwin") return await findSeatbelt(scope);
  return { name: "none", reason: "There is no sandbox for this operating system." };
}

async function findBubblewrap(scope: ProcessScope): Promise<SandboxDriver | NoSandbox> {
  const program = findProgram("bwrap");
  if (program === undefined) {
    return { name: "none", reason: "bubblewrap is not installed. Install the package `bubblewrap`, then restart." };
  }
  const driver: SandboxDriver = { name: "bubblewrap", open: (owner) => openBubblewrap(program, owner) };
  return await tryOut(
    driver,
    scope,
    "bubblewrap is installed but does not work here; user namespaces may be forbidden",
  );
}

async function openBubblewrap(program: string, scope: ProcessScope): Promise<OpenSandbox> {
  sweepPlaceholders();
  const temp = makeTemp("sandbox-");
  const room = await openNetworkRoom(program, scope);
  return {
    with: (policy) => ({
      enter(command) {
        const { mounts, leave } = enterMounts(policy);
        // Once its holder is gone, another process may get its number, and the network with it.
        const network = room === undefined || room.isGone() ? "none" : room;
        const options: BubblewrapOptions = { program, temp, network };
        return { ...wrapInBubblewrap(command, mounts, options), env: command.env, leave };
      },
    }),
    close: () => rmSync(temp, { recursive: true, force: true }),
  };
}

/** Starts the process that keeps a network namespace; undefined where each command has to have one of its own. */
async function openNetworkRoom(
  program: string,
  scope: ProcessScope,
): Promise<(NetworkRoom & { isGone(): boolean }) | undefined> {
  const nsenter = findProgram("nsenter");
  if (nsenter === undefined) return undefined;
  const user = process.getuid?.() === 0 ? [] : ["--unshare-user"];
  // It waits for the end of its input, which comes with the end of this process at the latest.
  const words = ["--dev-bind", "/", "/", "--unshare-net", ...user, "--die-with-parent", "--info-fd", "1"];
  const holder = scope.spawn(program, [...words, "--", "/bin/sh", "-c", "read -r line"], { stdin: "pipe" });
  holder.stderr.resume();
  let gone = false;
  const end = (): void => {
    gone = true;
  };
  holder.exit.then(end, end);
  const pid = await settleWithin(readChildPid(holder), trialMs);
  return pid === undefined ? undefined : { pid, nsenter, isGone: () => gone };
}

/** From the JSON that bubblewrap prints first. The stream stays open: a closed one would end its writer. */
async function readChildPid(holder: RunningProcess): Promise<number | undefined> {
  return await new Promise((resolve) => {
    let told = "";
    holder.stdout.on("data", (chunk: Buffer) => {
      told += chunk.toString("utf8");
      const pid = /"child-pid":\s*(\d+)[^]*\}/.exec(told)?.[1];
      if (pid !== undefined) resolve(Number(pid));
    });
    const giveUp = (): void => resolve(undefined);
    holder.exit.then(giveUp, giveUp);
  });
}

async function findSeatbelt(scope: ProcessScope): Promise<SandboxDriver | NoSandbox> {
  const program = findProgram("sandbox-exec");
  if (program === undefined) return { name: "none", reason: "sandbox-exec is missing on this system." };
  const driver: SandboxDriver = {
    name: "seatbelt",
    async open() {
      const temp = makeTemp("sandbox-");
      return {
        with: (policy) => ({ enter: (command) => wrapInSeatbelt(command, policy, { program, temp }) }),
        close: () => rmSync(temp, { recursive: true, force: true }),
      };
    },
  };
  return await tryOut(driver, scope, "sandbox-exec does not work here");
}

const trialMs = 20_000;

/** A wall counts only if it holds: the trial writes where it may, and tries to write where it may not. */
async function tryOut(driver: SandboxDriver, scope: ProcessScope, failure: string): Promise<SandboxDriver | NoSandbox> {
  const places: string[] = [];
  let sandbox: OpenSandbox | undefined;
  try {
    const [place, forbidden] = [makeTemp("sandbox-trial-"), makeTemp("sandbox-trial-")];
    places.push(place, forbidden);
    sandbox = await driver.open(scope);
    const policy: SandboxPolicy = { writable: [place], protected: [], hidden: [forbidden] };
    const script = `echo in > ${quote(join(place, "in"))} && ! echo out > ${quote(join(forbidden, "out"))}`;
    const trial = await scope.exec("/bin/sh", ["-c", script], { sandbox: sandbox.with(policy), timeoutMs: trialMs });
    const holds = trial.exitCode === 0 && exists(join(place, "in")) && !exists(join(forbidden, "out"));
    return holds ? driver : { name: "none", reason: `${failure} (${firstLine(trial.stderr.text)}).` };
  } catch (error) {
    return { name: "none", reason: `${failure} (${error instanceof Error ? error.message : String(error)}).` };
  } finally {
    sandbox?.close();
    for (const each of places) rmSync(each, { recursive: true, force: true });
  }
}

/** A private directory: the system removes it at the latest when it restarts. */
function makeTemp(prefix: string): string {
  return mkdtempSync(join(tmpdir(), prefix));
}

function findProgram(name: string): string | undefined {
  return systemPlaces.map((place) => join(place, name)).find((path) => exists(path, constants.X_OK));
}

function exists(path: string, mode = constants.F_OK): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}

function quote(path: string): string {
  return `'${path.replaceAll("'", `'\\''`)}'`;
}
