import { isToolError } from "toolwright";
import { askYes, exitCodes, type Terminal, wrapLine } from "toolwright/cli";
import { createProcessRunner } from "toolwright/process";
import { serverSpecs } from "../../languages/servers.ts";
import { findNpm } from "../../lsp/programs/find-npm.ts";
import { installFolder } from "../../lsp/programs/found-program.ts";
import { type InstallableSpec, installServer, isInstalled, removeServer } from "../../lsp/programs/install-server.ts";
import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

export interface InstallRequest {
  readonly specs: readonly InstallableSpec[];
  readonly cacheDirectory: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project around the current directory, whose programs are never run. */
  readonly root: string | undefined;
  readonly isSure: boolean;
  readonly interrupted: AbortSignal;
}

/** Shows what will be installed and its size, asks, and downloads. Resolves with the exit code. */
export async function installServers(request: InstallRequest, terminal: Terminal): Promise<number> {
  const { specs, cacheDirectory, env, root, isSure, interrupted } = request;
  const wanted: InstallableSpec[] = [];
  for (const spec of onePerPackage(specs)) {
    if (!(await isInstalled(spec, cacheDirectory))) wanted.push(spec);
    else await say(terminal, `${packageOf(spec)} is there already: ${installFolder(cacheDirectory, spec.program.npm)}`);
  }
  if (wanted.length === 0) return exitCodes.ok;
  const npm = await findNpm(env, root);
  if (npm === undefined) {
    await terminal.tell("There is no npm on PATH. It comes with Node: https://nodejs.org");
    return exitCodes.failed;
  }
  for (const spec of wanted)
    await say(terminal, `${describeInstall(spec)} → ${installFolder(cacheDirectory, spec.program.npm)}`);
  if (!isSure && !(await mayFetch(wanted, terminal, interrupted))) return exitCodes.failed;
  const runner = createProcessRunner();
  const processes = runner.openScope({ signal: interrupted });
  try {
    for (const spec of wanted) {
      terminal.status(() => `Installing ${packageOf(spec)} …`);
      const folder = await installServer(spec, { cacheDirectory, npm, processes });
      terminal.status(undefined);
      await say(terminal, `Installed ${packageOf(spec)}, ${await folderSize(folder)} MB`);
    }
    return exitCodes.ok;
  } catch (error) {
    terminal.status(undefined);
    interrupted.throwIfAborted();
    if (!isToolError(error)) throw error;
    await terminal.tell(error.message);
    return exitCodes.failed;
  } finally {
    await processes.close();
    await runner.close();
  }
}

/** Removes what was installed here; other programs with the same name are not touched. */
export async function removeServers(
  { specs, cacheDirectory }: Pick<InstallRequest, "specs" | "cacheDirectory">,
  terminal: Terminal,
): Promise<number> {
  for (const spec of onePerPackage(specs)) {
    const wasThere = await removeServer(spec, cacheDirectory);
    const also = sharing(spec).filter((id) => !specs.some((each) => each.id === id));
    const others = also.length === 0 ? "" : `, and with it ${also.join(", ")}`;
    const { package: name } = spec.program.npm;
    await say(
      terminal,
      wasThere ? `Removed ${name}${others}` : `${name} was not installed by Outrider; nothing was removed`,
    );
  }
  return exitCodes.ok;
}

/** One package may contain several servers. */
function onePerPackage(specs: readonly InstallableSpec[]): readonly InstallableSpec[] {
  return [...new Map(specs.map((spec) => [spec.program.npm.package, spec])).values()];
}

function sharing(spec: InstallableSpec): readonly string[] {
  return serverSpecs.filter(({ program }) => program.npm?.package === spec.program.npm.package).map(({ id }) => id);
}

function packageOf({ program: { npm } }: InstallableSpec): string {
  return `${npm.package}@${npm.version}`;
}

function describeInstall(spec: InstallableSpec): string {
  const { beside = {}, sizeMb } = spec.program.npm;
  const more = Object.entries(beside).map(([name, version]) => ` with ${name}@${version}`);
  return `${spec.title}: ${packageOf(spec)}${more.join("")} from npm, about ${sizeMb} MB`;
}

async function mayFetch(
  wanted: readonly InstallableSpec[],
  terminal: Terminal,
  interrupted: AbortSignal,
): Promise<boolean> {
  if (!terminal.canAsk) {
    await terminal.tell("Nothing was installed: there is no terminal to ask on. Repeat it with --yes.");
    return false;
  }
  const what = wanted.length === 1 ? "it" : `these ${wanted.length}`;
  if (await askYes(`Install ${what}? [y/N] `, terminal, interrupted)) return true;
  await terminal.tell("Nothing was installed.");
  return false;
}

async function say(terminal: Terminal, line: string): Promise<void> {
  await terminal.print(wrapLine(line, terminal.columns).join("\n"));
}

/** Size of all files below the folder, in megabytes. */
async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let bytes = 0;
  for (const entry of entries) {
    if (entry.isFile()) bytes += (await lstat(join(entry.parentPath, entry.name))).size;
  }
  return Math.max(1, Math.round(bytes / 1_000_000));
}
