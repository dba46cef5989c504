import { randomBytes } from "node:crypto";
import { lstat, mkdir, readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { isToolError, ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { errorCode } from "../paths/error-code.ts";
import { directoryFrom, homeDirectory } from "../paths/inside.ts";
import { realPlace } from "../paths/private-places.ts";
import { makeDirectory } from "../writer/held-directory.ts";
import { replaceFile } from "../writer/replace-file.ts";
import { type StateDirectory, shortHash } from "./state-directory.ts";

/** Shared notes and settings may be committed; everything else stays out of git, including this file. */
const ignoreRules = "*\n!/project.toml\n!/memories/\n!/memories/**\n";

export interface StatePlace {
  /** Real path of the project. */
  readonly root: string;
  /** From `--state-dir`: everything goes below it, nothing into the project. */
  readonly stateDir: string | undefined;
  /** Nothing may be written into the project, so state goes to the user's own directory. */
  readonly readOnly: boolean;
}

/** Chooses where a project's state is kept. Nothing is created before it is needed. */
export function openStateDirectory({ root, stateDir, readOnly }: StatePlace): StateDirectory {
  const chosen = stateDir ?? (readOnly ? userStateDirectory() : undefined);
  const elsewhere = chosen === undefined ? undefined : realPlace(resolve(chosen));
  const own =
    elsewhere === undefined ? join(root, ".outrider") : join(elsewhere, `${basename(root)}-${shortHash(root)}`);

  async function folder(...segments: readonly string[]): Promise<string> {
    const names = segments.flatMap((each) => each.split("/"));
    const wanted = join(own, ...names);
    await refuseOthers(own, names);
    await makePrivate(wanted);
    if (elsewhere !== undefined) return wanted;
    await writeOnce(join(own, ".gitignore"), ignoreRules);
    const [first] = names;
    // A repository may contain its own ignore file that lets everything in.
    if (first !== undefined && first !== "memories") await writeOnce(join(own, first, ".gitignore"), "*\n");
    return wanted;
  }

  return {
    root: own,
    path: (...segments) => join(own, ...segments),
    folder,
    local: async (...segments) => await folder(await localStateName(), ...segments),
    localPath: async (...segments) => join(own, await localStateName(), ...segments),
  };
}

/**
 * The name of the folder for machine-local state. It ends in a secret of this user, so that a repository
 * cannot ship its own locks, databases or trash.
 */
async function localStateName(): Promise<string> {
  return `local-${await machineSecret()}`;
}

/** For state that belongs to the user and not to a project. */
export function userStateDirectory(): string {
  const base = process.platform === "win32" ? process.env["LOCALAPPDATA"] : process.env["XDG_STATE_HOME"];
  return join(directoryFrom(base) ?? join(homeDirectory(), ".local", "state"), "outrider");
}

let knownSecret: Promise<string> | undefined;

function machineSecret(): Promise<string> {
  knownSecret ??= readOrMakeSecret(join(userStateDirectory(), "id")).catch(() => {
    // No home directory to keep it in: at least the same for all processes of this user on this machine.
    return shortHash(`${process.getuid?.() ?? ""}:${process.env["HOSTNAME"] ?? ""}:${homeDirectory()}`);
  });
  return knownSecret;
}

async function readOrMakeSecret(file: string): Promise<string> {
  const found = await readFile(file, "utf8").catch(() => "");
  if (/^[0-9a-f]{16}$/.test(found)) return found;
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeOnce(realPlace(file), randomBytes(8).toString("hex"));
  return await readFile(file, "utf8");
}

/** A repository could ship a link or a file instead of a directory, and redirect our writes with it. */
async function refuseOthers(own: string, names: readonly string[]): Promise<void> {
  let at = own;
  for (const name of [undefined, ...names]) {
    at = name === undefined ? at : join(at, name);
    const found = await lstat(at).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) throw unsafeState(at);
  }
}

function unsafeState(directory: string): ToolError {
  return new ToolError(
    "unsafe_state",
    `${showPath(directory)} is not a directory but a link or a file, so Outrider keeps nothing in it. Remove it, or start with --state-dir.`,
  );
}

/** Each directory is created inside the one held open, so that replacing one by a link meanwhile changes nothing elsewhere. */
async function makePrivate(directory: string): Promise<void> {
  try {
    const made = await makeDirectory(directory, 0o700);
    await made.close();
  } catch (error) {
    if (isToolError(error)) throw error;
    const code = errorCode(error);
    if (code === "ENOTDIR" || code === "ELOOP" || code === "ENOENT") throw unsafeState(directory);
    throw new ToolError(
      "no_state",
      `Outrider cannot make ${showPath(directory)} (${code ?? "unknown"}). Start it with --state-dir DIR to keep its state elsewhere.`,
      { cause: error },
    );
  }
}

/** Written completely or not at all, and never over an existing file. */
async function writeOnce(file: string, text: string): Promise<void> {
  // Not opened: a pipe in its place would block forever.
  if ((await lstat(file).catch(() => undefined)) !== undefined) return;
  try {
    await replaceFile(file, Buffer.from(text), { expect: "missing", mode: 0o600 });
  } catch (error) {
    // Another process was faster.
    if (!isToolError(error) || (error.code !== "exists" && error.code !== "stale")) throw error;
    if (error.code === "stale" && (await lstat(file).catch(() => undefined)) === undefined) throw error;
  }
}
