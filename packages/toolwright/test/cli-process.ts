import { spawn, spawnSync, type ChildProcessWithoutNullStreams } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
export const repositoryRoot = join(packageRoot, "..", "..");
const bin = join(packageRoot, "bin", "toolwright.js");

export interface ProcessResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface StartedProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ended: Promise<ProcessResult>;
  /** Resolves when stdout and stderr together hold the text. */
  shows(text: string): Promise<void>;
}

/** A directory that is gone after the test; real, so that paths in messages are the same. */
export function makeDirectory(): string {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "toolwright-cli-")));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

/** A project outside of the repository that has its packages linked. */
export function makeProject(packages: readonly string[] = ["zod", "esbuild", "vitest", "@types"]): string {
  const project = makeDirectory();
  mkdirSync(join(project, "node_modules"));
  writeFileSync(join(project, "package.json"), '{ "type": "module" }\n');
  symlinkSync(packageRoot, join(project, "node_modules", "toolwright"));
  for (const name of packages)
    symlinkSync(join(repositoryRoot, "node_modules", name), join(project, "node_modules", name));
  return project;
}

/** Starts any program with `toolwright` on its path, as a person's shell would. */
export function startProgram(file: string, argv: readonly string[], cwd: string): StartedProcess {
  const { npm_command: _, FORCE_COLOR: __, ...inherited } = process.env;
  const path = [linkedBin(cwd), inherited["PATH"]].join(delimiter);
  const child = spawn(file, argv, { cwd, env: { ...inherited, PATH: path, TOOLWRIGHT_STATE_DIR: join(cwd, "state") } });
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
  return {
    child,
    ended,
    async shows(text) {
      await vi.waitFor(
        () => {
          const shown = Buffer.concat([...out, ...err]).toString();
          if (!shown.includes(text))
            throw new Error(`${JSON.stringify(text)} is not shown, but ${JSON.stringify(shown)}`);
        },
        { timeout: 30_000, interval: 20 },
      );
    },
  };
}

export function startToolwright(argv: readonly string[], cwd: string): StartedProcess {
  return startProgram(process.execPath, [bin, ...argv], cwd);
}

export async function toolwright(argv: readonly string[], cwd: string, stdin = ""): Promise<ProcessResult> {
  const { child, ended } = startToolwright(argv, cwd);
  child.stdin.end(stdin);
  return await ended;
}

export async function shell(script: string, cwd: string): Promise<ProcessResult> {
  const { child, ended } = startProgram("sh", ["-c", script], cwd);
  child.stdin.end();
  return await ended;
}

export async function fileAppears(path: string): Promise<void> {
  await vi.waitFor(
    () => {
      if (!existsSync(path)) throw new Error(`${path} does not exist`);
    },
    { timeout: 30_000, interval: 20 },
  );
}

/** A zombie is dead: in a container nobody may be there to reap it. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

function linkedBin(cwd: string): string {
  const directory = join(cwd, ".bin");
  mkdirSync(directory, { recursive: true });
  if (!existsSync(join(directory, "toolwright"))) symlinkSync(bin, join(directory, "toolwright"));
  return directory;
}
