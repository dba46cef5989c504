import { setTimeout as pause } from "node:timers/promises";
import { type CommandArguments, exitCodes, type Terminal, usageError } from "toolwright/cli";
import { connectResident, killResident, ResidentError } from "toolwright/resident";
import { findResident, type FoundResident } from "../../resident/find-resident.ts";
import { listProjectProcesses, type ProjectProcess } from "../../resident/project-processes.ts";
import { findOpenableRoot } from "../../resident/start-command.ts";
import { fieldsOf } from "../../resident/wire.ts";
import type { CommandContext } from "../command-context.ts";
import { readProjectFlags } from "../flags.ts";

/** What `resident` is asked to do. */
export async function runAction(context: CommandContext, args: CommandArguments, terminal: Terminal): Promise<number> {
  const choice = { ...context, ...readProjectFlags(args) };
  const found = findResident({ ...choice, project: (await findOpenableRoot(choice)) ?? choice.project });
  const [action = ""] = args.positionals;
  if (action === "run") return await run(context, found, args, terminal);
  try {
    if (action === "status") return await showStatus(found, args.interrupted, terminal);
    if (action === "stop") return await stop(found, args, terminal);
  } catch (error) {
    throw error instanceof ResidentError ? usageError(error.message, error) : error;
  }
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
  const processes = await listProjectProcesses(found, signal);
  if (!processes.some(isUsedFromHere)) await terminal.print(describeNone(found, processes.length > 0));
  for (const each of processes) await terminal.print(describeProcess(each));
  return processes.length > 0 ? exitCodes.ok : exitCodes.failed;
}

function isUsedFromHere({ differs }: ProjectProcess): boolean {
  return differs.length === 0;
}

function describeNone({ root }: FoundResident, hasOthers: boolean): string {
  return `No resident process for ${root}${hasOthers ? " that commands from here use, but others" : ""}.`;
}

function describeProcess(each: ProjectProcess): string {
  const { version, differs, about, state } = each;
  const since = state.is === "answering" ? ` since ${String(state.status["startedAt"])}` : "";
  const lines = [
    describeShortly(each),
    ...(state.is === "silent" ? ["To end it: outrider resident stop --force"] : []),
    `It serves ${String(about["root"])}${since}, as Outrider ${version}.`,
    ...(differs.length === 0
      ? []
      : [`Commands from here do not use it: it was started with another ${listOf(differs)}.`]),
  ];
  return lines.join("\n");
}

function listOf(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", another ")} and another ${names.at(-1)}`;
}

/** In one line. */
export function describeShortly({ pid, state }: ProjectProcess): string {
  if (state.is === "silent") return `Process ${pid} does not answer.`;
  if (state.is !== "answering") return `Process ${pid} begins or ends just now.`;
  const { rssBytes, sessions, commands } = state.status;
  const megabytes = typeof rssBytes === "number" ? `${Math.round(rssBytes / 1e6)} MB` : "an unknown size";
  return `Process ${pid}, ${megabytes}, ${String(sessions)} MCP sessions, ${String(commands)} commands under way.`;
}

async function stop(found: FoundResident, args: CommandArguments, terminal: Terminal): Promise<number> {
  const processes = await listProjectProcesses(found, args.interrupted);
  if (processes.length === 0) await terminal.print(describeNone(found, false));
  let code: number = exitCodes.ok;
  for (const each of processes) {
    const refusal = await stopOne(found, each, args);
    if (refusal === undefined) await terminal.print(`Process ${each.pid} has ended.`);
    else {
      await terminal.tell(refusal);
      code = exitCodes.failed;
    }
  }
  return code;
}

/** Undefined once it has ended, or else why it has not. */
async function stopOne(
  { directory }: FoundResident,
  each: ProjectProcess,
  { given, interrupted }: CommandArguments,
): Promise<string | undefined> {
  const { key, pid, version, state } = each;
  const force = given.has("force");
  if (state.is === "silent") return await stopSilent(directory, each, force);
  const connection = await connectResident({ directory, key, version, signal: interrupted });
  try {
    await connection?.send({ ask: "stop", force });
    const answer = await connection?.receive();
    const { stops } = fieldsOf(answer?.kind === "json" ? answer.value : undefined);
    if (connection !== undefined && stops !== true)
      return `It is in use; --force ends it all the same.\n${describeProcess(each)}`;
    await untilGone(pid, interrupted);
    return undefined;
  } finally {
    connection?.destroy();
  }
}

async function stopSilent(
  directory: string,
  { key, pid }: ProjectProcess,
  force: boolean,
): Promise<string | undefined> {
  if (!force)
    return `Process ${pid} does not answer, so that nobody knows whether it is in use; --force ends it all the same.`;
  if (await killResident(directory, key)) return undefined;
  return `Process ${pid} does not answer. This system does not tell whether it is still the one that was started for the project: look at it, and end it with kill -9 ${pid}.`;
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
