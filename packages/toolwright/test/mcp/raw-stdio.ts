import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createInterface } from "node:readline";
import { readEvents, stopChild, type FixtureProgram, type ServerEvent } from "./fixture-process.ts";
import type { FixtureSettings } from "./fixture-settings.ts";
import { createLog, type Log } from "./log.ts";
import { initializeParams, rawAnswer, type RawAnswer } from "./raw-message.ts";

/** A pipe to a server, without any client: whatever is written goes out as it is. */
export interface RawStdio {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Log<RawAnswer>;
  /** Every line of stdout, protocol or not. */
  readonly lines: Log<string>;
  readonly events: Log<ServerEvent>;
  write(bytes: string | Buffer): void;
  request(method: string, params?: unknown, id?: string | number): Promise<RawAnswer>;
  stop(): Promise<void>;
}

export function openRawStdio(program: FixtureProgram, settings: Partial<FixtureSettings> = {}): RawStdio {
  const child = spawn(process.execPath, program.command({ ...settings, transport: "stdio", variant: "full" }));
  const answers = createLog<RawAnswer>();
  const lines = createLog<string>();
  createInterface(child.stdout).on("line", (line) => {
    lines.add(line);
    answers.add(rawAnswer.parse(JSON.parse(line)));
  });
  const write = (bytes: string | Buffer): void => {
    child.stdin.write(bytes);
    child.stdin.write("\n");
  };
  let lastId = 0;
  return {
    child,
    answers,
    lines,
    events: readEvents(child.stderr),
    write,
    async request(method, params, id = `raw-${(lastId += 1)}`) {
      const fresh = answers.fromNow();
      write(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      return await fresh.find((answer) => answer.id === id);
    },
    stop: async () => await stopChild(child),
  };
}

/** The same, after the handshake of the legacy era. */
export async function openLegacyStdio(program: FixtureProgram): Promise<RawStdio> {
  const raw = openRawStdio(program);
  await raw.request("initialize", initializeParams);
  raw.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
  return raw;
}
