import type { ProcessSandbox, SandboxPolicy } from "toolwright";
import type { NodeProcessRunner, NoSandbox, OpenSandbox, SandboxDriver } from "toolwright/process";
import { findSandbox } from "toolwright/process";
import { type Closable, createRefcountedPool } from "../workspace/lifetime/refcounted-pool.ts";
import { createLazy, type Lazy } from "../workspace/lifetime/lazy.ts";
import {
  type PolicyOptions,
  projectPolicy,
  type SandboxedPlace,
  type ServerPlace,
  serverPolicy,
} from "./project-policy.ts";

/** What stands around commands: the name of the sandbox, or "none" and why. */
export type SandboxState = Pick<SandboxDriver, "name"> | NoSandbox;

/** The sandboxes of all sessions. The commands of one session share their temporary files and their network. */
export interface Sandboxes {
  /** Found out with the first question. */
  state(): Promise<SandboxState>;
  /** Keeps the sandbox for the language servers of a project open while `work` runs. */
  useForServer(place: ServerPlace, work: (sandbox: ProcessSandbox | undefined) => Promise<void>): Promise<void>;
  /** Keeps the sandbox of a session open while `work` runs; it gets undefined where there is no sandbox. */
  use<Result>(
    session: string,
    place: SandboxedPlace,
    work: (sandbox: ProcessSandbox | undefined) => Promise<Result>,
  ): Promise<Result>;
  close(): Promise<void>;
}

export interface SandboxesOptions extends PolicyOptions {
  readonly processes: NodeProcessRunner;
  /** False if the user's settings switch sandboxes off. */
  readonly enabled: boolean;
  /** Hosts that commands inside may reach. */
  readonly allowedHosts: readonly string[];
}

const switchedOff: NoSandbox = {
  name: "none",
  reason: 'The user\'s settings switch it off (`security.sandbox` is "off").',
};

/** A session that runs no command for so long starts with empty temporary files again. */
const idleMs = 30 * 60_000;
const maxOpen = 16;

interface SessionSandbox extends Closable {
  /** Tried again with the next command if it failed. */
  readonly opened: Lazy<OpenSandbox>;
}

export function openSandboxes(options: SandboxesOptions): Sandboxes {
  const { processes, enabled, allowedHosts } = options;
  const pool = createRefcountedPool<SessionSandbox>({ maxOpen, idleMs });
  const driver = createLazy(
    async () => await tryDriver(processes),
    async () => {},
  );

  async function useSandbox<Result>(
    name: string,
    hosts: readonly string[],
    findPolicy: () => Promise<SandboxPolicy>,
    work: (sandbox: ProcessSandbox | undefined) => Promise<Result>,
  ): Promise<Result> {
    const found = enabled ? await driver.get() : switchedOff;
    if (found.name === "none") return await work(undefined);
    const policy = await findPolicy();
    return await pool.use(
      name,
      () => openSession(found, processes, hosts),
      async ({ opened }) => await work((await opened.get()).with(policy)),
    );
  }

  return {
    state: async () => (enabled ? await driver.get() : switchedOff),
    use: async (session, place, work) =>
      await useSandbox(`session ${session}`, allowedHosts, async () => await projectPolicy(place, options), work),
    useForServer: async (place, work) =>
      await useSandbox(`servers ${place.root}`, [], async () => serverPolicy(place, options), work),
    close: async () => await pool.close(),
  };
}

async function tryDriver(processes: NodeProcessRunner): Promise<SandboxDriver | NoSandbox> {
  const scope = processes.openScope();
  try {
    return await findSandbox(scope);
  } finally {
    await scope.close();
  }
}

function openSession(
  driver: SandboxDriver,
  processes: NodeProcessRunner,
  allowedHosts: readonly string[],
): SessionSandbox {
  const scope = processes.openScope();
  const opened = createLazy(
    async () => await driver.open(scope, { allowedHosts }),
    async (sandbox) => sandbox.close(),
  );
  return {
    opened,
    async close() {
      await scope.close();
      await opened.close();
    },
  };
}
