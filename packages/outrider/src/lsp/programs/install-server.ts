import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { type ProcessScope, ToolError } from "toolwright";
import type { NpmProgram, ServerSpec } from "../../languages/server-spec.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { NpmCommand } from "./find-npm.ts";
import { installFolder } from "./found-program.ts";
import { packagedProgram } from "./npm-program.ts";

export interface InstallOptions {
  readonly cacheDirectory: string;
  readonly npm: NpmCommand;
  readonly processes: ProcessScope;
}

const unfinished = ".unfinished-";
const staleMs = 60 * 60 * 1000;
const limitMs = 10 * 60 * 1000;

export type InstallableSpec = ServerSpec & { readonly program: { readonly npm: NpmProgram } };

export function isInstallable(spec: ServerSpec): spec is InstallableSpec {
  return spec.program.npm !== undefined;
}

export async function isInstalled(spec: ServerSpec, cacheDirectory: string): Promise<boolean> {
  const { npm } = spec.program;
  if (npm === undefined) return false;
  const modules = join(installFolder(cacheDirectory, npm), "node_modules");
  return (await packagedProgram(spec.program, modules)) !== undefined;
}

/** Fetches a server in the one version that we know. Installs it completely or not at all. Resolves to its folder. */
export async function installServer(spec: InstallableSpec, options: InstallOptions): Promise<string> {
  const { cacheDirectory } = options;
  const { npm } = spec.program;
  const folder = installFolder(cacheDirectory, npm);
  await mkdir(cacheDirectory, { recursive: true, mode: 0o700 });
  await sweep(cacheDirectory);
  const temporary = await mkdtemp(join(cacheDirectory, unfinished));
  try {
    const dependencies = { [npm.package]: npm.version, ...npm.beside };
    await writeFile(join(temporary, "package.json"), JSON.stringify({ private: true, dependencies }));
    await runNpm(spec, temporary, options);
    await checkIntegrity(npm, temporary);
    if ((await packagedProgram(spec.program, join(temporary, "node_modules"))) === undefined) {
      throw new ToolError(
        "not_installed",
        `${npm.package}@${npm.version} was fetched, but has no program for ${process.platform} ${process.arch}. Nothing was installed.`,
      );
    }
    // An existing folder is incomplete, or was just created by another process; the new one is as good.
    await rm(folder, { recursive: true, force: true });
    await rename(temporary, folder);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  await removeFolders(npm, cacheDirectory, folder);
  return folder;
}

/** Resolves to whether there was anything to remove. */
export async function removeServer(spec: InstallableSpec, cacheDirectory: string): Promise<boolean> {
  return await removeFolders(spec.program.npm, cacheDirectory, undefined);
}

/** Removes all versions of a package except the one to keep. */
async function removeFolders(npm: NpmProgram, cacheDirectory: string, keep: string | undefined): Promise<boolean> {
  const prefix = `${npm.package.replace("/", "+")}@`;
  const names = await readdir(cacheDirectory).catch(() => []);
  const found = names.filter((name) => name.startsWith(prefix) && (keep === undefined || name !== basename(keep)));
  for (const name of found) {
    // Renamed first, so that a half-removed folder is never mistaken for a complete one.
    const aside = join(await mkdtemp(join(cacheDirectory, unfinished)), name);
    await rename(join(cacheDirectory, name), aside);
    await rm(join(aside, ".."), { recursive: true, force: true });
  }
  return found.length > 0;
}

/** Removes what a killed install has left behind. */
async function sweep(cacheDirectory: string): Promise<void> {
  for (const name of await readdir(cacheDirectory)) {
    if (!name.startsWith(unfinished)) continue;
    const path = join(cacheDirectory, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > staleMs) await rm(path, { recursive: true, force: true });
  }
}

const npmFlags = [
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--omit=dev",
  "--include=optional",
  "--package-lock=true",
  "--global=false",
  "--install-strategy=hoisted",
  "--no-update-notifier",
  "--no-progress",
  "--loglevel=error",
];

async function runNpm(spec: InstallableSpec, directory: string, { npm, processes }: InstallOptions): Promise<void> {
  const { exitCode, stderr, stdout, timedOut } = await processes.exec(
    npm.file,
    [...npm.args, "install", `--prefix=${directory}`, ...npmFlags],
    // The user asked for the install, so their registry and proxy apply, but not what a surrounding npm set for its project.
    {
      cwd: directory,
      inherit: "all",
      env: {
        PATH: npm.path,
        npm_config_prefix: undefined,
        npm_config_local_prefix: undefined,
        NODE_OPTIONS: undefined,
      },
      timeoutMs: limitMs,
    },
  );
  if (exitCode === 0 && !timedOut) return;
  const lines = (stderr.text.trim() || stdout.text.trim()).split("\n");
  // npm's own stack frames tell the user nothing.
  const said = lines
    .filter((line) => !/^npm error +at /.test(line))
    .slice(0, 6)
    .join("\n");
  throw new ToolError("npm_failed", `${explain(spec.program.npm, said, timedOut)}\n${said}`.trimEnd());
}

function explain({ package: name, version }: NpmProgram, said: string, timedOut: boolean): string {
  const what = `npm could not install ${name}@${version}`;
  if (timedOut) return `${what} within 10 minutes.`;
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network|FETCH_ERROR|ENETUNREACH/i.test(said)) {
    return `${what}: its registry cannot be reached. Try again when the network is there, or install it elsewhere and name it in [servers.use] of the user settings.`;
  }
  if (/E404|ETARGET/.test(said)) return `${what}: its registry does not have it.`;
  if (/ENOSPC/.test(said)) return `${what}: the disk is full.`;
  return `${what}:`;
}

/** Throws unless npm's lockfile has the packages that we know, with the contents that we know. */
async function checkIntegrity(npm: NpmProgram, directory: string): Promise<void> {
  const locked = await readLock(join(directory, "package-lock.json"));
  const wanted = [npm.package, ...Object.keys(npm.beside ?? {})];
  for (const name of new Set([...wanted, ...Object.keys(npm.integrity)])) {
    const found = locked[`node_modules/${name}`];
    // A package for another platform may be missing from the lockfile; the named packages never are.
    if (found === undefined && !wanted.includes(name)) continue;
    const integrity = isRecord(found) ? found["integrity"] : undefined;
    if (integrity !== undefined && integrity === npm.integrity[name]) continue;
    throw new ToolError(
      "wrong_content",
      `The registry's ${name} is not the one that Outrider knows: expected ${npm.integrity[name] ?? "no such package"}, got ${typeof integrity === "string" ? integrity : "none"}. Nothing was installed. Look at the registry that npm uses (npm config get registry).`,
    );
  }
}

async function readLock(file: string): Promise<Readonly<Record<string, unknown>>> {
  try {
    const parsed: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isRecord(parsed) && isRecord(parsed["packages"])) return parsed["packages"];
  } catch {
    // Reported below, like an empty lockfile.
  }
  return {};
}
