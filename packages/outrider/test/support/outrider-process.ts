import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const repositoryRoot = join(packageRoot, "..", "..");

export interface ProgramResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  readonly ended: Promise<ProgramResult>;
}

/** Directories of a person who has just got the machine; all of it is gone after the test. */
export interface Home {
  readonly home: string;
  readonly temp: string;
  readonly env: Readonly<Record<string, string>>;
}

export function makeHome(): Home {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "outrider-e2e-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const temp = join(folder, "temp");
  for (const each of [home, temp]) mkdirSync(each);
  const env = {
    HOME: home,
    USERPROFILE: home,
    APPDATA: join(home, "Roaming"),
    LOCALAPPDATA: join(home, "Local"),
    TMPDIR: temp,
    TEMP: temp,
    TMP: temp,
  };
  return { home, temp, env };
}

/** Starts the built program as a shell would. */
export function startOutrider(argv: readonly string[], cwd: string, { env }: Pick<Home, "env">): StartedProgram {
  const { FORCE_COLOR: _, XDG_CONFIG_HOME: __, XDG_STATE_HOME: ___, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(packageRoot, "bin", "outrider.js"), ...argv], {
    cwd,
    env: { ...inherited, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close").then(([code]) => ({
    code: typeof code === "number" ? code : null,
    stdout: Buffer.concat(out).toString(),
    stderr: Buffer.concat(err).toString(),
  }));
  return { child, ended };
}

export async function outrider(argv: readonly string[], cwd: string, home: Home): Promise<ProgramResult> {
  return await startOutrider(argv, cwd, home).ended;
}
