import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";
import { type ProcessResult, startProcess, type StartedProcess } from "./started-process.ts";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..");
export const repositoryRoot = join(packageRoot, "..", "..");
const bin = join(packageRoot, "bin", "toolwright.js");

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
  return startProcess(file, argv, { cwd, env: { ...inherited, PATH: path, TOOLWRIGHT_STATE_DIR: join(cwd, "state") } });
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
    { timeout: 60_000, interval: 20 },
  );
}

/** A zombie is dead: in a container nobody may be there to reap it. */
export function isAlive(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

/** The command lines that have this in them, zombies left out. */
export function findProcesses(mark: string): readonly string[] {
  const { stdout } = spawnSync("ps", ["-axo", "stat=,args="], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => !line.startsWith("Z") && line.includes(mark));
}

function linkedBin(cwd: string): string {
  const directory = join(cwd, ".bin");
  mkdirSync(directory, { recursive: true });
  if (!existsSync(join(directory, "toolwright"))) symlinkSync(bin, join(directory, "toolwright"));
  return directory;
}
