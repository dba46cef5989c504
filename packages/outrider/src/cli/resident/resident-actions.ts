import { setTimeout as pause } from "node:timers/promises";
import { type CommandArguments, exitCodes, type Terminal, usageError } from "toolwright/cli";
import { connectResident } from "toolwright/resident";
import { findResident, type FoundResident } from "../../resident/find-resident.ts";
import { fieldsOf } from "../../resident/wire.ts";
import type { CommandContext } from "../command-context.ts";
import { readProjectFlags } from "../flags.ts";

/** What `resident` is asked to do. */
export async function runAction(context: CommandContext, args: CommandArguments, terminal: Terminal): Promise<number> {
  const found = findResident({ ...context, ...readProjectFlags(args) });
  const [action = ""] = args.positionals;
  if (action === "run") return await run(context, found, args, terminal);
  if (action === "status") return await showStatus(found, args.interrupted, terminal);
  if (action === "stop") return await stop(found, args, terminal);
  throw usageError(`resident ${action} is unknown; expected status or stop`);
}

/** For the client that starts it; in a terminal, Ctrl-C ends it. */
async function run(
  context: CommandContext,
  found: FoundResident,
  args: CommandArguments,
  terminal: Terminal,
): Promise<number> {
  const [{ runResident }, { runPipe }] = await Promise.all([
    import("../../resident/run-resident.ts"),
    import("../pipes/run-pipe.ts"),
  ]);
  const { stateDir, readOnly } = readProjectFlags(args);
  const idleMs = args.values["idle-ms"];
  await runResident({
    ...found,
    stateDir,
    readOnly,
    env: context.env,
    packageVersion: context.version,
    runCommand: runPipe,
    idleMs: idleMs === undefined ? undefined : readIdle(idleMs),
    tell: (line) => terminal.tell(line),
    signal: args.interrupted,
  });
  return exitCodes.ok;
}

function readIdle(given: string): number {
  const idleMs = Number(given);
  if (Number.isInteger(idleMs) && idleMs > 0) return idleMs;
  throw usageError(`--idle-ms ${given} must be a whole number of milliseconds, such as 600000`);
}

async function showStatus(found: FoundResident, signal: AbortSignal, terminal: Terminal): Promise<number> {
  const status = await askStatus(found, signal);
  if (status === undefined) {
    await terminal.print(`No resident process for ${found.root}.`);
    return exitCodes.failed;
  }
  await terminal.print(describeStatus(status));
  return exitCodes.ok;
}

/** What the process says of itself; undefined if there is none. */
export async function askStatus(
  found: FoundResident,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const connection = await connectResident({ ...found, signal });
  if (connection === undefined) return undefined;
  try {
    await connection.send({ ask: "status" });
    const answer = await connection.receive();
    return fieldsOf(fieldsOf(answer?.kind === "json" ? answer.value : undefined)["status"]);
  } finally {
    connection.destroy();
  }
}

function describeStatus(status: Readonly<Record<string, unknown>>): string {
  const { root, version, startedAt } = status;
  return `${describeShortly(status)}\nIt answers for ${String(root)} since ${String(startedAt)}, as Outrider ${String(version)}.`;
}

/** In one line. */
export function describeShortly({ pid, rssBytes, sessions, commands }: Readonly<Record<string, unknown>>): string {
  const megabytes = typeof rssBytes === "number" ? `${Math.round(rssBytes / 1e6)} MB` : "an unknown size";
  return `Process ${String(pid)}, ${megabytes}, ${String(sessions)} MCP sessions, ${String(commands)} commands under way.`;
}

async function stop(found: FoundResident, args: CommandArguments, terminal: Terminal): Promise<number> {
  const connection = await connectResident({ ...found, signal: args.interrupted });
  if (connection === undefined) {
    await terminal.print(`No resident process for ${found.root}.`);
    return exitCodes.ok;
  }
  try {
    await connection.send({ ask: "stop", force: args.given.has("force") });
    const answer = await connection.receive();
    const { stops, status } = fieldsOf(answer?.kind === "json" ? answer.value : undefined);
    if (stops !== true) {
      await terminal.tell(`It is in use; --force ends it all the same.\n${describeStatus(fieldsOf(status))}`);
      return exitCodes.failed;
    }
    await untilGone(connection.peer.pid, args.interrupted);
    await terminal.print(`Process ${connection.peer.pid} has ended.`);
    return exitCodes.ok;
  } finally {
    connection.destroy();
  }
}

/** It has some seconds to end its connections and to close what it holds. */
const goneMs = 20_000;
const pauseMs = 20;

async function untilGone(pid: number, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + goneMs;
  while (isRunning(pid)) {
    if (performance.now() > deadline) throw new Error(`Process ${pid} was told to end and still runs.`);
    await pause(pauseMs, undefined, { signal });
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
