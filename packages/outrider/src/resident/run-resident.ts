import { randomUUID } from "node:crypto";
import { isAbsolute } from "node:path";
import type { AnyKernel, Caller } from "toolwright";
import type { CliStreams } from "toolwright/cli";
import { systemPrincipal } from "toolwright/process";
import { type Conversation, type EndReason, serveResident } from "toolwright/resident";
import * as z from "zod";
import { type OutriderHost, openHost } from "../open-outrider.ts";
import { defineOutriderServer } from "../serve/outrider-server.ts";
import { profiles } from "../workspace/config/profile.ts";
import { createLazy, type Lazy } from "../workspace/lifetime/lazy.ts";
import { answerMcp } from "./answer-mcp.ts";
import type { FoundResident } from "./find-resident.ts";
import { describeResident } from "./project-processes.ts";
import { openRemoteStreams } from "./remote-streams.ts";
import type { CommandAsk, McpAsk, ResidentStatus } from "./wire.ts";

/** The process and what it serves. */
export interface ResidentOptions extends FoundResident {
  readonly stateDir: string | undefined;
  readonly readOnly: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** As MCP clients are told. */
  readonly packageVersion: string;
  readonly runCommand: RunCommand;
  readonly idleMs?: number | undefined;
  readonly tell: (line: string) => Promise<void>;
  /** Ends it in order. */
  readonly signal: AbortSignal;
}

/** A command line of a terminal elsewhere, and the project that it is about. */
export type RunCommand = (
  request: Pick<CommandAsk, "argv" | "cwd" | "env"> & { readonly streams: CliStreams },
  caller: { readonly root: string; readonly isWarm: true; readonly call: AnyKernel["call"] },
  signal: AbortSignal,
) => Promise<number>;

const askSchema = z.discriminatedUnion("ask", [
  z.object({
    ask: z.literal("command"),
    argv: z.array(z.string()),
    cwd: z.string().refine(isAbsolute, "expected an absolute path"),
    env: z.record(z.string(), z.string()),
    terminals: z.object({ stdout: z.boolean(), stderr: z.boolean() }),
    columns: z.int().optional(),
  }),
  z.object({
    ask: z.literal("mcp"),
    profile: z.enum(profiles).optional(),
    structured: z.boolean(),
    probe: z.boolean(),
  }),
  z.object({ ask: z.literal("status") }),
  z.object({ ask: z.literal("stop"), force: z.boolean() }),
]);

/** Becomes the resident process of a project, until it ends for one of these reasons. */
export async function runResident(options: ResidentOptions): Promise<EndReason> {
  const { directory, key, version, idleMs, tell, signal } = options;
  const host = createLazy(
    async () => await openHost({ ...options, project: options.root, cwd: options.root }),
    async (opened) => await opened.close(),
  );
  const life: Life = { options, host, startedAt: new Date(), sessions: 0, commands: 0, stop: () => {} };
  const served = await serveResident({
    directory,
    key,
    version,
    about: describeResident(options),
    ...(idleMs === undefined ? {} : { idleMs, checkMs: idleMs / 5 }),
    onConnection: async (connection) => await answer(connection, life),
    onEnd: async () => await host.close(),
    tell: (line) => void tell(line),
  });
  life.stop = () => served.close();
  signal.addEventListener("abort", life.stop, { once: true });
  await tell(`${life.startedAt.toISOString()} process ${process.pid} serves ${options.root}`);
  const opening = host.get();
  opening.then(({ problems }) => problems.map(tell), life.stop);
  const reason = await served.ended;
  await tell(`${new Date().toISOString()} process ${process.pid} ends: ${reason}`);
  return reason;
}

interface Life {
  readonly options: ResidentOptions;
  readonly host: Lazy<OutriderHost>;
  readonly startedAt: Date;
  /** MCP sessions and commands that are under way. */
  sessions: number;
  commands: number;
  stop(): void;
}

async function answer(connection: Conversation, life: Life): Promise<void> {
  const message = await connection.receive();
  if (message === undefined) return;
  const asked = askSchema.safeParse(message.kind === "json" ? message.value : undefined);
  if (!asked.success)
    return await connection.send({ refused: `It was asked for something unknown: ${asked.error.message}` });
  const ask = asked.data;
  if (ask.ask === "status") return await connection.send({ status: describeLife(life) });
  if (ask.ask === "stop") return await answerStop(connection, life, ask.force);
  const host = await life.host.get().catch(async (error: unknown) => {
    await connection.send({ refused: error instanceof Error ? error.message : String(error) });
    return undefined;
  });
  if (host === undefined) return;
  const caller = { host: "resident", session: `resident-${randomUUID()}`, principal: systemPrincipal() };
  try {
    if (ask.ask === "command") await answerCommand(connection, life, host, ask, caller);
    else await answerSession(connection, life, host, ask, caller);
  } finally {
    await host.endSession(caller);
  }
}

function describeLife({ options, startedAt, sessions, commands }: Life): ResidentStatus {
  return {
    pid: process.pid,
    version: options.version,
    root: options.root,
    startedAt: startedAt.toISOString(),
    rssBytes: process.memoryUsage.rss(),
    sessions,
    commands,
  };
}

async function answerStop(connection: Conversation, life: Life, force: boolean): Promise<void> {
  const stops = force || life.sessions + life.commands === 0;
  await connection.send({ stops, status: describeLife(life) });
  if (stops) life.stop();
}

async function answerCommand(
  connection: Conversation,
  life: Life,
  host: OutriderHost,
  ask: CommandAsk,
  caller: Caller,
): Promise<void> {
  const { options } = life;
  if (host.root === undefined) return await connection.send({ refused: `${options.root} is no project` });
  // Any program of the user can ask over a socket, so changes run in the process that the person started.
  const { kernel } = host.face({ profile: "full", full: true, readOnly: true, noApprovals: noTerminal });
  const streams = openRemoteStreams(connection, ask);
  const call: AnyKernel["call"] = async (tool, input, given) => await kernel.call(tool, input, { ...given, caller });
  life.commands += 1;
  try {
    const exit = await options.runCommand(
      { ...ask, streams },
      { root: options.root, isWarm: true, call },
      connection.closed,
    );
    await Promise.all([streams.stdout, streams.stderr].map(async (stream) => await flush(stream)));
    await connection.send({ exit });
  } finally {
    life.commands -= 1;
  }
}

async function flush(stream: CliStreams["stdout"]): Promise<void> {
  if (stream.destroyed) return;
  await new Promise<void>((resolve) => {
    stream.once("close", resolve);
    stream.end();
  });
}

async function answerSession(
  connection: Conversation,
  life: Life,
  host: OutriderHost,
  { profile, structured, probe }: McpAsk,
  caller: Caller,
): Promise<void> {
  const hasWall = await host.hasSandbox();
  const face = host.face({ profile, structured, probe, noApprovals: hasWall ? undefined : noWall });
  const definition = defineOutriderServer(face, life.options.packageVersion);
  life.sessions += 1;
  try {
    await connection.send({ serves: { problems: host.problems, approvals: hasWall } });
    await answerMcp(connection, definition, caller);
  } finally {
    life.sessions -= 1;
  }
}

const noWall =
  "no sandbox stands around commands, so that one could answer for the person. A server that is started with `--alone` asks";
const noTerminal = "the resident process has no terminal. With `--alone` the command asks";
