import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
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
  /** The directory of the lock files. Default: those of this release. */
  readonly locks?: string;
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

/**
 * Fetches a server and everything it depends on in the versions and with the contents that its lock file names. Installs it
 * completely or not at all. Resolves to its folder.
 */
export async function installServer(spec: InstallableSpec, options: InstallOptions): Promise<string> {
  const { cacheDirectory } = options;
  const { npm } = spec.program;
  const folder = installFolder(cacheDirectory, npm);
  const lock = await readServerLock(npm, options.locks ?? findServerLocks());
  await mkdir(cacheDirectory, { recursive: true, mode: 0o700 });
  await sweep(cacheDirectory);
  const temporary = await mkdtemp(join(cacheDirectory, unfinished));
  try {
    const dependencies = { [npm.package]: npm.version, ...npm.beside };
    await writeFile(join(temporary, "package.json"), JSON.stringify({ private: true, dependencies }));
    await writeFile(join(temporary, "package-lock.json"), lock.text);
    await runNpm(spec, temporary, options);
    await checkInstalled(lock, temporary);
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
    [...npm.args, "ci", `--prefix=${directory}`, ...npmFlags],
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
  const code = /EINTEGRITY/.test(said) ? "wrong_content" : "npm_failed";
  throw new ToolError(code, `${explain(spec.program.npm, said, timedOut)}\n${said}`.trimEnd());
}

function explain({ package: name, version }: NpmProgram, said: string, timedOut: boolean): string {
  const what = `npm could not install ${name}@${version}`;
  if (timedOut) return `${what} within 10 minutes.`;
  if (/EINTEGRITY/.test(said)) {
    return `${what}: the registry has another content than this release of Outrider knows. Nothing was installed. ${lookAtRegistry}`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ETIMEDOUT|ECONNRESET|network|FETCH_ERROR|ENETUNREACH/i.test(said)) {
    return `${what}: its registry cannot be reached. Try again when the network is there, or install it elsewhere and name it in [servers.use] of the user settings.`;
  }
  if (/E404|ETARGET/.test(said)) return `${what}: its registry does not have it.`;
  if (/ENOSPC/.test(said)) return `${what}: the disk is full.`;
  return `${what}:`;
}

const lookAtRegistry = "Look at the registry that npm uses (npm config get registry).";

interface ServerLock {
  readonly text: string;
  /** Checksums by the path below the folder of the install. */
  readonly integrity: ReadonlyMap<string, string | undefined>;
}

/** The lock file of a package, by the name that `scripts/lock-servers.mjs` gives it. */
export function serverLockName(npm: NpmProgram): string {
  return `${npm.package.replace("/", "+")}.json`;
}

/** Beside this file in a clone, above the chunks in the built program. */
export function findServerLocks(): string {
  const start = dirname(fileURLToPath(import.meta.url));
  const places = [start, dirname(start)].map((directory) => join(directory, "server-locks"));
  return places.find((place) => existsSync(place)) ?? join(start, "server-locks");
}

/** Throws unless the lock file has the packages that the spec names, with the contents that it names. */
async function readServerLock(npm: NpmProgram, directory: string): Promise<ServerLock> {
  const file = join(directory, serverLockName(npm));
  const text = await readFile(file, "utf8").catch(() => "");
  const integrity = readChecksums(text);
  for (const [name, expected] of Object.entries(npm.integrity)) {
    const found = integrity.get(`node_modules/${name}`);
    if (found === expected) continue;
    throw new ToolError(
      "wrong_lock",
      `The lock file ${file} does not have the ${name} that Outrider knows: expected ${expected}, got ${found ?? "none"}. Nothing was installed. Install Outrider again.`,
    );
  }
  return { text, integrity };
}

/** Throws where npm has put something into place that the lock file does not name, whatever it was told. */
async function checkInstalled({ integrity }: ServerLock, directory: string): Promise<void> {
  const file = join(directory, "node_modules", ".package-lock.json");
  const installed = readChecksums(await readFile(file, "utf8").catch(() => ""));
  if (installed.size === 0) {
    throw new ToolError(
      "wrong_content",
      "npm left no list of what it installed, so that its contents cannot be checked. Nothing was installed. Update npm (npm install --global npm).",
    );
  }
  for (const [path, found] of installed) {
    if (integrity.has(path) && found === integrity.get(path)) continue;
    const name = path.replace(/^.*node_modules\//, "");
    throw new ToolError(
      "wrong_content",
      `npm fetched another ${name} than Outrider knows: expected ${integrity.get(path) ?? "no such package"}, got ${found ?? "none"}. Nothing was installed. ${lookAtRegistry}`,
    );
  }
}

/** The checksums in a lock file; none if it is not one. */
function readChecksums(text: string): ReadonlyMap<string, string | undefined> {
  return new Map(Object.entries(readPackages(text)).map(([path, entry]) => [path, readIntegrity(entry)]));
}

function readIntegrity(entry: unknown): string | undefined {
  const found = isRecord(entry) ? entry["integrity"] : undefined;
  return typeof found === "string" ? found : undefined;
}

function readPackages(text: string): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) && isRecord(parsed["packages"]) ? parsed["packages"] : {};
  } catch {
    return {};
  }
}
