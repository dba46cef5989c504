import { basename, join } from "node:path";
import { ToolError } from "toolwright";
import { showPath } from "../../workspace/paths/check-path.ts";
import type { FoundBy, LibraryUser } from "../library-finder.ts";
import { lookUp } from "../look-up.ts";
import { parseJson, parseToml, tableAt, textOf } from "../manifests/parse-data.ts";
import { isLibraryName } from "../manifests/read-manifests.ts";
import type { LibraryPlaces } from "../sources/library-source.ts";
import { checkDirectory } from "./check-directory.ts";
import { changeKnown, readKnown, type Registered } from "./known-libraries.ts";

export interface RegisterOptions {
  readonly name: string | undefined;
  readonly places: Pick<LibraryPlaces, "home">;
  /** Whether an installed library has the name. */
  readonly isTaken: (name: string) => Promise<boolean>;
}

const mostRegistered = 100;

/** Keeps a directory under a name; the same twice is one. */
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
    if (now.registered.length >= mostRegistered) throw tooMany();
    return { ...now, registered: [...now.registered, { name, root }] };
  });
  return { name, root };
}

export interface Forgotten {
  readonly found: FoundBy;
  /** Of a registered one. */
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

/** As its own manifest says, else as its directory is called. */
async function nameOf(root: string): Promise<string> {
  const read = async (file: string): Promise<string> => (await lookUp.readStart(join(root, file))) ?? "";
  const told = [
    nameIn(await read("package.json"), parseJson),
    nameIn(await read("Cargo.toml"), parseToml, "package"),
    nameIn(await read("pyproject.toml"), parseToml, "project"),
    /^module[ \t]+(\S{1,214})/m.exec(await read("go.mod"))?.[1],
  ];
  return told.find((each) => each !== undefined && isLibraryName(each)) ?? basename(root);
}

function nameIn(text: string, parse: (text: string) => unknown, ...keys: readonly string[]): string | undefined {
  try {
    return textOf(tableAt(parse(text), ...keys)["name"]);
  } catch {
    return undefined;
  }
}

function clash({ name, root }: Registered): ToolError {
  return new ToolError(
    "name_taken",
    `${showPath(name)} is registered for ${showPath(root)}. Give another \`name\`, or forget that one first.`,
    { next: { tool: "library", input: { action: "forget", name } } },
  );
}

function tooMany(): ToolError {
  return new ToolError("too_many", `${mostRegistered} libraries are registered, which is the most. Forget one first.`);
}

function notKnown(name: string, registered: readonly Registered[]): ToolError {
  const names = registered.map((each) => each.name).slice(0, 10);
  const there = names.length === 0 ? "None is registered." : `Registered: ${names.join(", ")}.`;
  return new ToolError(
    "not_registered",
    `${showPath(name)} is neither registered nor known from a definition; what a manifest names is not forgotten. ${there}`,
    { next: { tool: "library", input: { action: "list" } } },
  );
}
