import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { onTestFinished } from "vitest";
import { connectResident, type ResidentClientOptions, type ResidentConnection } from "../../src/resident/index.ts";
import { pollUntil } from "../../src/testing/waiting.ts";

export interface Programs {
  readonly host: string;
  readonly client: string;
  remove(): Promise<void>;
}

/** The programs of these tests, as files that Node runs. */
export async function bundlePrograms(): Promise<Programs> {
  const folder = await mkdtemp(join(tmpdir(), "resident-programs-"));
  await build({
    entryPoints: ["resident-host", "client-host"].map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    platform: "node",
    format: "esm",
    logLevel: "error",
  });
  return {
    host: join(folder, "resident-host.mjs"),
    client: join(folder, "client-host.mjs"),
    remove: async () => await rm(folder, { recursive: true, force: true }),
  };
}

export interface Place {
  readonly directory: string;
  readonly key: string;
  readonly socket: string;
  readonly token: string;
  readonly events: string;
  /** Processes that wrote this event, in order. */
  pidsOf(event: string): readonly number[];
  untilNoted(event: string, times?: number): Promise<void>;
}

/** A directory of the test's own; whatever has started there is gone after the test. */
export async function openPlace(): Promise<Place> {
  const base = await mkdtemp(join(tmpdir(), "rk-"));
  const events = join(base, "events.txt");
  const directory = join(base, "r");
  const pidsOf = (event: string): readonly number[] => {
    const lines = existsSync(events) ? readFileSync(events, "utf8").split("\n") : [];
    return lines.filter((line) => line.startsWith(`${event} `)).map((line) => Number(line.slice(event.length)));
  };
  onTestFinished(async () => {
    for (const pid of pidsOf("start")) kill(pid);
    await rm(base, { recursive: true, force: true });
  });
  const key = "0123456789abcdef";
  return {
    directory,
    key,
    socket: join(directory, `${key}.sock`),
    token: join(directory, `${key}.token`),
    events,
    pidsOf,
    async untilNoted(event, times = 1) {
      if (await pollUntil(() => pidsOf(event).length >= times, 60_000)) return;
      const text = existsSync(events) ? readFileSync(events, "utf8") : "nothing";
      throw new Error(`${event} was not noted ${times} times, but ${text}`);
    },
  };
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export interface ConnectTo extends Partial<Omit<ResidentClientOptions, "start">> {
  readonly idleMs?: number;
}

export async function connectTo(
  programs: Programs,
  place: Place,
  options: ConnectTo = {},
): Promise<ResidentConnection> {
  const { idleMs = 600_000, version = "1", ...rest } = options;
  const { directory, key, events } = place;
  const args = [programs.host, directory, key, version, events, String(idleMs)];
  const start = () => ({ command: process.execPath, args });
  const connection = await connectResident({ directory, key, version, start, startMs: 120_000, ...rest });
  onTestFinished(() => connection.destroy());
  return connection;
}

/** What the process says to a message. */
export async function say(connection: ResidentConnection, value: unknown): Promise<unknown> {
  await connection.send(value);
  const message = await connection.receive();
  return message?.kind === "json" ? message.value : message;
}

export async function runNode(
  argv: readonly string[],
): Promise<{ readonly code: number | null; readonly output: string }> {
  const child = spawn(process.execPath, argv);
  onTestFinished(() => void child.kill("SIGKILL"));
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return await new Promise((resolve) => {
    child.once("close", (code) => resolve({ code, output: Buffer.concat(chunks).toString() }));
  });
}
