import { lstat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { isToolError, ToolError } from "toolwright";
import { showPath } from "../paths/check-path.ts";
import { errorCode } from "../paths/error-code.ts";
import { realPlace } from "../paths/private-places.ts";
import { makeDirectory } from "../writer/held-directory.ts";
import { type StateDirectory, shortHash } from "./state-directory.ts";
import { isForeign, projectSecret, userIdIn, writeOnce } from "./user-state.ts";
import { userStateDirectory } from "./user-state-directory.ts";

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

/**
 * Chooses where a project's state is kept. Nothing is created before it is needed. A project of another user holds nothing of ours:
 * whatever is in its `.outrider/`, that user could have forged.
 */
// oxlint-disable-next-line max-lines-per-function -- one directory and what may be asked of it; every function inside is short
export function openStateDirectory({ root, stateDir, readOnly }: StatePlace): StateDirectory {
  const inProject = join(root, ".outrider");
  const foreign = [inProject, root].find((path) => isForeign(path));
  const chosen = stateDir ?? (readOnly || foreign !== undefined ? userStateDirectory() : undefined);
  const elsewhere = chosen === undefined ? undefined : realPlace(resolve(chosen));
  const own = elsewhere === undefined ? inProject : join(elsewhere, `${basename(root)}-${shortHash(root)}`);

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

  const userId = async () =>
    await userIdIn([userStateDirectory(), ...(stateDir === undefined ? [] : [elsewhere ?? stateDir])]);

  /**
   * The name of the folder for machine-local state. It ends in a secret of this user for this project, so that a repository
   * cannot ship its own locks, databases or trash, not even one that knows the folder of another project.
   */
  async function localName(): Promise<string> {
    const name = `local-${projectSecret((await userId()).id, root)}`;
    for (const path of [own, join(own, name)]) if (isForeign(path)) throw foreignState(path);
    return name;
  }

  async function problems(): Promise<readonly string[]> {
    const isElsewhere = foreign !== undefined && stateDir === undefined && !readOnly;
    return [
      ...(isElsewhere
        ? [
            `${showPath(foreign)} belongs to another user, so nothing in ${showPath(inProject)} is used as state; it is kept in ${showPath(own)}.`,
          ]
        : []),
      ...((await userId()).kept
        ? []
        : [
            `State is not kept: ${showPath(userStateDirectory())} cannot hold the user's id, so trash, history, indexes and outputs end with this process. Set XDG_STATE_HOME to a directory of your own, or start with --state-dir DIR.`,
          ]),
    ];
  }

  return {
    root: own,
    problems,
    path: (...segments) => join(own, ...segments),
    folder,
    local: async (...segments) => await folder(await localName(), ...segments),
    localPath: async (...segments) => join(own, await localName(), ...segments),
  };
}

/** A repository could ship a link or a file instead of a directory, and redirect our writes with it. */
async function refuseOthers(own: string, names: readonly string[]): Promise<void> {
  let at = own;
  for (const name of [undefined, ...names]) {
    at = name === undefined ? at : join(at, name);
    const found = await lstat(at).catch(() => undefined);
    if (found !== undefined && !found.isDirectory()) throw unsafeState(at);
    // Notes are shared: anybody who may commit can have written them.
    if (names[0] !== "memories" && isForeign(at)) throw foreignState(at);
  }
}

function unsafeState(directory: string): ToolError {
  return new ToolError(
    "unsafe_state",
    `${showPath(directory)} is not a directory but a link or a file, so Outrider keeps nothing in it. Remove it, or start with --state-dir.`,
  );
}

function foreignState(directory: string): ToolError {
  return new ToolError(
    "unsafe_state",
    `${showPath(directory)} belongs to another user, so Outrider uses nothing in it. Remove it, or start with --state-dir.`,
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
