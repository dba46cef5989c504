import { accessSync, constants, lstatSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ProcessSandbox, ProcessScope, SandboxPolicy } from "../../tool/process-contract.ts";
import { type BubblewrapOptions, wrapInBubblewrap } from "./bubblewrap.ts";
import type { AllowedHosts } from "./allowed-hosts.ts";
import { enterMounts } from "./mounts.ts";
import { type NetworkNamespace, openNetworkNamespace } from "./network-namespace.ts";
import { isAlive, sweepPlaceholders } from "./placeholders.ts";
import { wrapInSeatbelt } from "./seatbelt.ts";

/** A way of this system to put a wall around processes, which was tried and works. */
export interface SandboxDriver {
  readonly name: "bubblewrap" | "seatbelt";
  /** Opens a sandbox for processes that belong together. They share a directory for temporary files and a network of their own. */
  open(scope: ProcessScope, options?: SandboxOptions): Promise<OpenSandbox>;
}

/** What processes in a sandbox may reach. */
export interface SandboxOptions {
  /**
   * Hosts that processes inside reach through a proxy: `example.org`, `*.example.org` or `*`, at the ports 80 and 443, or at
   * another one with `:port`. Never this machine. Default: none.
   */
  readonly allowedHosts?: readonly string[];
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
  const driver: SandboxDriver = {
    name: "bubblewrap",
    open: (owner, options = {}) => openBubblewrap(program, owner, options),
  };
  return await tryOut(
    driver,
    scope,
    "bubblewrap is installed but does not work here; user namespaces may be forbidden",
  );
}

async function openBubblewrap(
  program: string,
  scope: ProcessScope,
  { allowedHosts = [] }: SandboxOptions,
): Promise<OpenSandbox> {
  sweepPlaceholders();
  sweepTemp();
  const nsenter = findProgram("nsenter");
  const namespace = nsenter === undefined ? undefined : await openNetworkNamespace(program, nsenter, scope);
  const hosts = await openHosts(allowedHosts, namespace);
  const temp = makeTemp();
  return {
    with: (policy) => ({
      enter(command) {
        const { mounts, leave } = enterMounts(policy);
        const network = namespace === undefined || namespace.isGone() ? "none" : namespace;
        const options: BubblewrapOptions = { program, temp, network };
        const env = network === "none" ? command.env : { ...command.env, ...hosts?.environment };
        return { ...wrapInBubblewrap(command, mounts, options), env, leave };
      },
      ...reportRefused(hosts),
    }),
    close: () => closeSandbox(temp, hosts),
  };
}

/** The proxy is loaded only where a host is allowed. */
async function openHosts(
  hosts: readonly string[],
  namespace: NetworkNamespace | "loopback" | undefined,
): Promise<AllowedHosts | undefined> {
  if (hosts.length === 0) return undefined;
  if (namespace === undefined)
    throw new Error(
      "The allowed hosts need the program nsenter, of the package `util-linux`; install it, or allow none.",
    );
  const { openAllowedHosts } = await import("./allowed-hosts.ts");
  try {
    return await openAllowedHosts(hosts, namespace);
  } catch (error) {
    if (namespace !== "loopback") await namespace.close();
    throw error;
  }
}

/** What is refused from now on. */
function reportRefused(hosts: AllowedHosts | undefined): Pick<ProcessSandbox, "refusedHosts"> {
  if (hosts === undefined) return {};
  const start = performance.now();
  return { refusedHosts: () => hosts.refusedSince(start) };
}

function closeSandbox(temp: string, hosts: AllowedHosts | undefined): void {
  hosts?.close();
  rmSync(temp, { recursive: true, force: true });
}

async function findSeatbelt(scope: ProcessScope): Promise<SandboxDriver | NoSandbox> {
  const program = findProgram("sandbox-exec");
  if (program === undefined) return { name: "none", reason: "sandbox-exec is missing on this system." };
  const driver: SandboxDriver = {
    name: "seatbelt",
    async open(_scope, { allowedHosts = [] } = {}) {
      const hosts = await openHosts(allowedHosts, "loopback");
      const temp = makeTemp();
      return {
        with: (policy) => ({
          enter(command) {
            const env = { ...command.env, ...hosts?.environment };
            return wrapInSeatbelt({ ...command, env }, policy, { program, temp });
          },
          ...reportRefused(hosts),
        }),
        close: () => closeSandbox(temp, hosts),
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
    const [place, forbidden] = [makeTemp(), makeTemp()];
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

const tempPrefix = "toolwright-sandbox-";
const leftoverMs = 24 * 60 * 60_000;

/** A private directory, with the process in its name. */
function makeTemp(): string {
  return mkdtempSync(join(tmpdir(), `${tempPrefix}${process.pid}-`));
}

/** Removes what killed processes have left, unless somebody used it in the last day: a container may have other numbers. */
function sweepTemp(): void {
  for (const name of readdirSync(tmpdir()).filter((each) => each.startsWith(tempPrefix))) {
    const [pid] = name.slice(tempPrefix.length).split("-");
    const path = join(tmpdir(), name);
    const found = lstatSync(path, { throwIfNoEntry: false });
    if (found === undefined || found.uid !== process.getuid?.() || isAlive(Number(pid))) continue;
    if (Date.now() - found.mtimeMs > leftoverMs) rmSync(path, { recursive: true, force: true });
  }
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
