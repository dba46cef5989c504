import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { copyFile, link, lstat, mkdir, open, readFile, unlink, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { errorCode } from "../paths/resolve-real.ts";
import type { StateDirectory } from "./state-directory.ts";
import { shortHash } from "./short-hash.ts";

/** Shared notes and settings may be committed; everything else stays out of git, this file included. */
const ignoreRules = "*\n!/project.toml\n!/memories/\n!/memories/**\n";

export interface StatePlace {
  /** Real path of the project. */
  readonly root: string;
  /** From `--state-dir`: everything goes below it, nothing into the project. */
  readonly stateDir: string | undefined;
  /** Nothing may be written into the project, so that state goes to the user's own directory. */
  readonly readOnly: boolean;
}

/** Chooses where a project's state lives. Nothing is made before it is needed. */
export function openStateDirectory({ root, stateDir, readOnly }: StatePlace): StateDirectory {
  const elsewhere = stateDir ?? (readOnly ? userStateDirectory() : undefined);
  const own =
    elsewhere === undefined ? join(root, ".outrider") : join(elsewhere, `${basename(root)}-${shortHash(root)}`);

  async function folder(...segments: readonly string[]): Promise<string> {
    await makePrivate(own);
    if (elsewhere === undefined) await writeOnce(join(own, ".gitignore"), ignoreRules);
    let at = own;
    for (const segment of segments.flatMap((each) => each.split("/"))) {
      at = join(at, segment);
      await makePrivate(at);
    }
    return at;
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
 * The name of the folder for what this machine alone knows. It ends in a secret of this user, so that a repository
 * cannot bring locks, databases or a trash of its own making.
 */
async function localStateName(): Promise<string> {
  return `local-${await machineSecret()}`;
}

/** For what belongs to the user and to no project. */
export function userStateDirectory(): string {
  const base = process.platform === "win32" ? process.env["LOCALAPPDATA"] : process.env["XDG_STATE_HOME"];
  return join(base === undefined || base === "" ? join(homedir(), ".local", "state") : base, "outrider");
}

let knownSecret: Promise<string> | undefined;

function machineSecret(): Promise<string> {
  knownSecret ??= readOrMakeSecret(join(userStateDirectory(), "id")).catch(() => {
    // No home to keep it in: the same for all processes of this user on this machine at least.
    return shortHash(`${process.getuid?.() ?? ""}:${process.env["HOSTNAME"] ?? ""}:${homedir()}`);
  });
  return knownSecret;
}

async function readOrMakeSecret(file: string): Promise<string> {
  const found = await readFile(file, "utf8").catch(() => "");
  if (/^[0-9a-f]{16}$/.test(found)) return found;
  await mkdir(join(file, ".."), { recursive: true, mode: 0o700 });
  await writeOnce(file, randomBytes(8).toString("hex"));
  return await readFile(file, "utf8");
}

/** A repository could ship a link in place of the directory, and lead our writes away with it. */
async function makePrivate(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 });
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT") {
      await mkdir(directory, { mode: 0o700, recursive: true });
      return;
    }
    if (code !== "EEXIST") throw cannotKeepState(directory, code, error);
  }
  const found = await lstat(directory);
  if (!found.isDirectory()) {
    throw new ToolError(
      "unsafe_state",
      `${showPath(directory)} is not a directory but a link or a file, so Outrider keeps nothing in it. Remove it, or start with --state-dir.`,
    );
  }
}

function cannotKeepState(directory: string, code: string | undefined, cause: unknown): ToolError {
  return new ToolError(
    "no_state",
    `Outrider cannot make ${showPath(directory)} (${code ?? "unknown"}). Start it with --state-dir DIR to keep its state elsewhere.`,
    { cause },
  );
}

/** Whole or not at all, and never over what is there. */
async function writeOnce(file: string, text: string): Promise<void> {
  try {
    const handle = await open(file, "r");
    await handle.close();
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    const temporary = `${file}.${randomBytes(6).toString("hex")}`;
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    try {
      // Unlike a rename, it fails when somebody else was quicker.
      await link(temporary, file);
    } catch (linkError) {
      if (errorCode(linkError) !== "EEXIST") await copyFile(temporary, file, constants.COPYFILE_EXCL);
    } finally {
      await unlink(temporary);
    }
  }
}
