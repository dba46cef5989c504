import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { buildSync } from "esbuild";
import { afterAll, beforeAll } from "vitest";
import { z } from "zod";
import type { FixtureSettings } from "./fixture-settings.ts";
import { createLog, type Log } from "./log.ts";

/** What the fixture server tells of itself, see `report` there. */
export interface ServerEvent {
  readonly name: string;
  readonly [detail: string]: unknown;
}

export interface FixtureProgram {
  /** To be run with `process.execPath`. */
  command(settings: Omit<FixtureSettings, "spillDirectory">, nodeArgs?: readonly string[]): string[];
  /** Where another program of this folder is, if it was built as well. */
  script(name: string): string;
  remove(): void;
}

export interface UsedFixture {
  readonly program: FixtureProgram;
}

/** Builds the server, and other programs of this folder, before the tests of a file and removes them after. */
export function useFixture(others: readonly string[] = []): UsedFixture {
  let program: FixtureProgram | undefined;
  beforeAll(() => {
    program = buildFixture(["fixture-server", ...others]);
  });
  afterAll(() => program?.remove());
  return {
    get program() {
      if (program === undefined) throw new Error("not built");
      return program;
    },
  };
}

/** Node 20 reads no TypeScript: the server is bundled, packages included. */
function buildFixture(names: readonly string[]): FixtureProgram {
  const folder = mkdtempSync(join(tmpdir(), "toolwright-fixture-"));
  buildSync({
    entryPoints: names.map((name) => join(import.meta.dirname, `${name}.ts`)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    // What is loaded on demand stays out of the start.
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    loader: { ".md": "text" },
    logLevel: "error",
  });
  // Where a program that bundles Toolwright has the thread of scripts.
  cpSync(join(import.meta.dirname, "../../node_modules/.cache/toolwright"), join(folder, "script"), {
    recursive: true,
  });
  return {
    command(settings, nodeArgs = []) {
      const whole: FixtureSettings = { ...settings, spillDirectory: join(folder, "spill") };
      return [...nodeArgs, join(folder, "fixture-server.mjs"), JSON.stringify(whole)];
    },
    script: (name) => join(folder, `${name}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Reads what the server tells on its stderr. */
export function readEvents(stderr: NodeJS.ReadableStream): Log<ServerEvent> {
  const events = createLog<ServerEvent>();
  createInterface(stderr).on("line", (line) => {
    if (line.startsWith("@")) events.add(z.looseObject({ name: z.string() }).parse(JSON.parse(line.slice(1))));
    else events.add({ name: "line", line });
  });
  return events;
}

export interface HttpFixture {
  readonly url: string;
  readonly token: string;
  readonly child: ChildProcessWithoutNullStreams;
  readonly events: Log<ServerEvent>;
  tell(command: string): void;
  stop(): Promise<void>;
}

export async function startHttp(
  program: FixtureProgram,
  settings: Omit<FixtureSettings, "transport" | "spillDirectory">,
  nodeArgs: readonly string[] = [],
): Promise<HttpFixture> {
  const child = spawn(process.execPath, program.command({ ...settings, transport: "http" }, nodeArgs));
  const events = readEvents(child.stderr);
  const serving = await events.find((event) => event.name === "serving");
  return {
    url: String(serving["url"]),
    token: String(serving["token"]),
    child,
    events,
    tell: (command) => void child.stdin.write(`${command}\n`),
    stop: async () => await stopChild(child),
  };
}

export async function stopChild(child: ChildProcessWithoutNullStreams): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
