import { createProcessRunner } from "../../process/runner.ts";
import { findSandbox, type OpenSandbox } from "../../process/sandbox/find-sandbox.ts";
import type { ProcessSandbox, ProcessScope } from "../../tool/process-contract.ts";
import { hiddenInHome, readablePrograms } from "./hidden-places.ts";
import { openPlace, type Place } from "./place.ts";
import { openStdioWire, type StdioWire } from "./stdio-wire.ts";

/** A server that is started for the audit, as often as probes need it. */
export interface CommandSubject {
  readonly place: Place;
  /** What keeps the server in its place. */
  readonly wall: string;
  /** A fresh process, in the working directory `work` of the place unless another is given. */
  start(options?: { readonly work?: string }): StartedServer;
  /** Ends every server; no other can be started. */
  stop(): Promise<unknown>;
  /** The same, and removes the place. */
  close(): Promise<void>;
}

export interface StartedServer {
  readonly wire: StdioWire;
  readonly scope: ProcessScope;
  readonly pid: number;
  /** When it was started, by `performance.now()`. */
  readonly startedAt: number;
  readonly exited: Promise<void>;
  /** Ends it with everything it started. Resolves with the processes that could not be ended. */
  close(): Promise<readonly number[]>;
}

/** How the audit starts a server, and what keeps it in its place. */
export interface CommandOptions {
  readonly command: string;
  /** `{work}` stands for the working directory. */
  readonly args: readonly string[];
  /** Added to the environment, such as a key that the server needs. */
  readonly env?: Readonly<Record<string, string>>;
  /** A directory whose copy is the working directory. */
  readonly directory?: string | undefined;
  /** Start it where this system has no sandbox, too. Where there is one, it is used. */
  readonly withoutWall?: boolean;
  /** Start it outside of any sandbox: for a server that is trusted and cannot run in one. */
  readonly noSandbox?: boolean;
  /** Hosts that the server may reach through the wall. */
  readonly allowedHosts?: readonly string[];
}

/** Why the audit does not start a server. */
export class NoWallError extends Error {
  override readonly name = "NoWallError";
}

/** Makes the place and the wall. Nothing is started yet. */
export async function openSubject(options: CommandOptions): Promise<CommandSubject> {
  const place = openPlace(options.directory);
  const runner = createProcessRunner({ onWarning: () => {} });
  try {
    const { sandbox, policy, wall } = await openWall(options, place, runner.openScope());
    return {
      place,
      wall,
      start: ({ work = place.work } = {}) => startServer(options, place, work, runner.openScope(), policy),
      stop: () => runner.close(),
      async close() {
        await runner.close();
        sandbox?.close();
        place.close();
      },
    };
  } catch (error) {
    await runner.close();
    place.close();
    throw error;
  }
}

interface Wall {
  readonly sandbox?: OpenSandbox;
  readonly policy?: ProcessSandbox;
  readonly wall: string;
}

async function openWall(options: CommandOptions, place: Place, scope: ProcessScope): Promise<Wall> {
  if (options.noSandbox === true) return { wall: "none, as asked" };
  const driver = await findSandbox(scope);
  if (driver.name === "none") {
    if (options.withoutWall === true) return { wall: "none on this system" };
    throw new NoWallError(
      `The server was not started: ${driver.reason} With --without-wall it runs without a sandbox, as you: only a ` +
        "temporary home and working directory and a filtered environment keep it apart. Do that only with a server you trust.",
    );
  }
  const { allowedHosts = [] } = options;
  const sandbox = await driver.open(scope, { allowedHosts });
  const policy = sandbox.with({
    writable: [place.root],
    protected: [],
    hidden: hiddenInHome(),
    readable: readablePrograms([options.command, ...options.args]),
  });
  return { sandbox, policy, wall: driver.name };
}

function startServer(
  { command, args, env = {} }: CommandOptions,
  place: Place,
  work: string,
  scope: ProcessScope,
  sandbox: ProcessSandbox | undefined,
): StartedServer {
  const startedAt = performance.now();
  const running = scope.spawn(
    command,
    args.map((word) => word.replaceAll("{work}", work)),
    {
      cwd: work,
      env: { ...place.env, ...env },
      stdin: "pipe",
      ...(sandbox === undefined ? {} : { sandbox }),
    },
  );
  return {
    wire: openStdioWire(running),
    scope,
    pid: running.pid,
    startedAt,
    exited: running.exit.then(
      () => {},
      () => {},
    ),
    close: () => scope.close(),
  };
}
