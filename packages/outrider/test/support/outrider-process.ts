import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { type ProcessResult, startProcess, type StartedProcess } from "../../../toolwright/test/started-process.ts";

export const packageRoot = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
export const repositoryRoot = join(packageRoot, "..", "..");

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

/** Starts the built program as a shell would that has nothing to say to it; `under` another program, if one is given. */
export function startOutrider(
  argv: readonly string[],
  cwd: string,
  { env, under = [] }: Pick<Home, "env"> & { readonly under?: readonly string[] },
  { stdin = "", holdsStdin = false }: { readonly stdin?: string; readonly holdsStdin?: boolean } = {},
): StartedProcess {
  const { FORCE_COLOR: _, XDG_CONFIG_HOME: __, XDG_STATE_HOME: ___, ...inherited } = process.env;
  const program = join(packageRoot, "bin", "outrider.js");
  const [command = process.execPath, ...rest] = [...under, process.execPath, program, ...argv];
  const started = startProcess(command, rest, { cwd, env: { ...inherited, ...env } });
  if (!holdsStdin) started.child.stdin.end(stdin);
  return started;
}

export async function outrider(argv: readonly string[], cwd: string, home: Home): Promise<ProcessResult> {
  return await startOutrider(argv, cwd, home).ended;
}
