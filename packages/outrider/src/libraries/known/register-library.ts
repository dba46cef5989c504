import { basename, join } from "node:path";
import { ToolError } from "toolwright";
import type { LibraryPlaces, PackageNameFile } from "../../ecosystems/ecosystem.ts";
import { ownNames } from "../../ecosystems/index.ts";
import { lookUp } from "../../ecosystems/look-up.ts";
import { ManifestError } from "../../ecosystems/parse-data.ts";
import { nextStep } from "../../workspace/next-step.ts";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { FoundBy, LibraryUser } from "../library-finder.ts";
import { isLibraryName } from "../read-dependencies.ts";
import { checkDirectory } from "./check-directory.ts";
import { changeKnown, readKnown, type Registered } from "./known-libraries.ts";

export interface RegisterOptions {
  readonly name: string | undefined;
  readonly places: Pick<LibraryPlaces, "home">;
  /** Whether an installed library has this name. */
  readonly isTaken: (name: string) => Promise<boolean>;
}

const maxRegistered = 100;

/** Stores a directory under a name; registering the same one twice changes nothing. */
export async function registerLibrary(
  project: LibraryUser,
  path: string,
  { name: given, places, isTaken }: RegisterOptions,
): Promise<Registered> {
  const root = await checkDirectory(path, project, places);
  const name = given ?? (await nameOf(root));
  if (!isLibraryName(name) || name.includes(":")) {
    const message = `${showPath(name)} cannot be the name of a library: letters, digits, ".", "-", "_" and "/" can. Give \`name\`.`;
    throw new ToolError("bad_name", message);
  }
  const known = (await readKnown(project)).registered.find((each) => each.name === name);
  if (known === undefined && (await isTaken(name))) {
    throw new ToolError("name_taken", `A library ${showPath(name)} is installed already. Give another \`name\`.`);
  }
  await changeKnown(project, (now) => {
    const other = now.registered.find((each) => each.name === name);
    if (other?.root === root) return undefined;
    if (other !== undefined) throw clash(other);
    if (now.registered.length >= maxRegistered) throw tooMany();
    return { ...now, registered: [...now.registered, { name, root }] };
  });
  return { name, root };
}

export interface Forgotten {
  readonly found: FoundBy;
  /** For a registered library. */
  readonly root: string | undefined;
}

export async function forgetLibrary(project: LibraryUser, name: string): Promise<Forgotten> {
  let forgotten: Forgotten | undefined;
  await changeKnown(project, (known) => {
    const registered = known.registered.find((each) => each.name === name);
    const isLearned = known.learned.some((each) => each.name === name);
    if (registered === undefined && !isLearned) throw notKnown(name, known.registered);
    forgotten = { found: registered === undefined ? "definition" : "registered", root: registered?.root };
    return registered === undefined
      ? { ...known, learned: known.learned.filter((each) => each.name !== name) }
      : { ...known, registered: known.registered.filter((each) => each.name !== name) };
  });
  return forgotten ?? { found: "definition", root: undefined };
}

/** The name from its own manifest, else that of its directory. */
async function nameOf(root: string): Promise<string> {
  for (const ownName of ownNames) {
    const name = await readName(root, ownName);
    if (name !== undefined && isLibraryName(name)) return name;
  }
  return basename(root);
}

async function readName(root: string, { file, read }: PackageNameFile): Promise<string | undefined> {
  try {
    return read((await lookUp.readStart(join(root, file))) ?? "");
  } catch (error) {
    if (error instanceof ManifestError) return undefined;
    throw error;
  }
}

function clash({ name, root }: Registered): ToolError {
  return new ToolError(
    "name_taken",
    `${showPath(name)} is registered for ${showPath(root)}. Give another \`name\`, or forget that one first.`,
    nextStep("forget-library", { name }),
  );
}

function tooMany(): ToolError {
  return new ToolError("too_many", `${maxRegistered} libraries are registered, which is the most. Forget one first.`);
}

function notKnown(name: string, registered: readonly Registered[]): ToolError {
  const names = registered.map((each) => each.name).slice(0, 10);
  const there = names.length === 0 ? "None is registered." : `Registered: ${names.join(", ")}.`;
  return new ToolError(
    "not_registered",
    `${showPath(name)} is neither registered nor known from a definition; what a manifest names is not forgotten. ${there}`,
    nextStep("list-libraries", {}),
  );
}
