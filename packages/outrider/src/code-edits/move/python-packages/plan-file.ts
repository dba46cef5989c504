import type { ImportFact, ImportedName } from "../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import type { FileMove, FilePlan } from "../file-plan.ts";
import { type Location, cannotProve, locationAt } from "../location.ts";
import { type FileLookup, type ModuleFile, createLookup, readModuleFile, readModulesNaming } from "../module-files.ts";
import {
  directoryOf,
  meansModule,
  moduleName,
  packageRoot,
  relativeTarget,
  stemOf,
  writeModuleSource,
  writeRelative,
} from "./paths.ts";
import { isPythonModule, renderFrom } from "./statements.ts";

/** Python: `import a.b`, `from a.b import c`, `from . import b`, and uses of the dotted name. */
export async function planPythonFile(context: EditContext, draft: Draft, move: FileMove): Promise<FilePlan> {
  const { file, to } = move;
  if (stemOf(file.path) === "__init__" || stemOf(to) === "__init__") {
    throw cannotProve(file.path, "an `__init__.py` is what its whole package means", [], "Move its code instead.");
  }
  const before = createLookup(context, draft);
  const isFile: FileLookup = async (path) => path !== file.path && (path === to || (await before(path)));
  const { modules, closed } = await readModulesNaming(context, draft, [stemOf(file.path)]);
  const others: FilePlan["others"][number][] = [];
  const doubts: Location[] = closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" }));
  for (const module of modules) {
    if (module.file.path === file.path || !isPythonModule(module)) continue;
    const found = await planImporter(module, { move, before, after: isFile });
    if (found.replacements.length > 0) others.push({ file: module.file, replacements: found.replacements });
    doubts.push(...found.doubts);
  }
  const own = await readModuleFile(context, file);
  const ownPlan = own === undefined ? { replacements: [], doubts: [] } : await ownPythonSources(own, to, before);
  const wasPackage = await before(`${directoryOf(file.path)}/__init__.py`);
  const isPackage = directoryOf(to) === "" || (await before(`${directoryOf(to)}/__init__.py`));
  const notes = wasPackage && !isPackage ? [`${directoryOf(to)} has no \`__init__.py\`.`] : [];
  return { others, own: ownPlan.replacements, doubts: [...doubts, ...ownPlan.doubts], leftAlone: [], notes };
}

interface Looking {
  readonly move: FileMove;
  readonly before: FileLookup;
  readonly after: FileLookup;
}

interface Found {
  readonly replacements: readonly Replacement[];
  readonly doubts: readonly Location[];
}

async function planImporter(module: ModuleFile, looking: Looking): Promise<Found> {
  const found: Found[] = [];
  for (const each of module.facts.imports) found.push(await planImport(module, each, looking));
  return { replacements: found.flatMap((each) => each.replacements), doubts: found.flatMap((each) => each.doubts) };
}

const nothing: Found = { replacements: [], doubts: [] };

async function planImport(module: ModuleFile, each: ImportFact, looking: Looking): Promise<Found> {
  const { file } = module;
  const { move, before, after } = looking;
  const doubt: Found = { replacements: [], doubts: [locationAt(file, each.span.start)] };
  const meaning = await meansModule(before, file.path, each.source, move.file.path);
  if (meaning.is === "maybe") return doubt;
  if (meaning.is === "no") {
    const name = each.names.find(({ kind, name: found }) => kind === "named" && found === stemOf(move.file.path));
    return name === undefined
      ? await planPackageUse(module, each, looking)
      : await planSubmodule(module, each, name, looking);
  }
  const source = await writeModuleSource(after, file.path, move.to, { source: each.source, root: meaning.root });
  if (source === undefined) return doubt;
  const [only] = each.names;
  const isDotted =
    only?.kind === "module" &&
    only.local === each.source.split(".")[0] &&
    file.text.slice(only.span.start, only.span.end) === each.source;
  const here = { ...each.sourceSpan, text: source };
  if (!isDotted) return { replacements: [here], doubts: [] };
  const uses = planDottedUses(module, each, source);
  return uses === undefined ? doubt : { replacements: [here, ...uses], doubts: [] };
}

/** `import a.b`: rewrites later uses of `a.b.…`. Undefined if something else needs `a`, or a use is written differently. */
function planDottedUses(
  { file, facts }: ModuleFile,
  each: ImportFact,
  source: string,
): readonly Replacement[] | undefined {
  const words = each.source.split(".");
  const [first = ""] = words;
  const uses = facts.uses.filter(({ name }) => name === first);
  const isOurs = ({ members }: { readonly members: readonly string[] }): boolean =>
    words.slice(1).every((word, at) => members[at] === word);
  const ours = uses.filter(isOurs);
  const isKept =
    source.split(".")[0] === first ||
    facts.imports.some((other) => other !== each && other.names.some(({ local }) => local === first));
  if (!isKept && ours.length < uses.length) return undefined;
  if (ours.some(({ start }) => !file.text.startsWith(each.source, start))) return undefined;
  return ours.map(({ start }) => ({ start, end: start + each.source.length, text: source }));
}

/** `from a import b`, where `b` is the moved file. */
async function planSubmodule(
  module: ModuleFile,
  each: ImportFact,
  name: ImportedName,
  looking: Looking,
): Promise<Found> {
  const { file } = module;
  const { move, before, after } = looking;
  const way = await packageWay(before, file.path, each.source, move.file.path);
  if (way === undefined) return nothing;
  const doubt: Found = { replacements: [], doubts: [locationAt(file, each.span.start)] };
  const statement = file.text.slice(each.span.start, each.span.end);
  const directory = directoryOf(move.to);
  const source =
    way.root === undefined
      ? await writeRelative(after, file.path, directory, `${directory}/__init__.py`)
      : moduleName(`${directory}/__init__.py`, way.root);
  if (way.isDoubtful || source === undefined || source === "" || statement.includes("#")) return doubt;
  const stem = stemOf(move.to);
  const moved = renderFrom(source, [stem === name.local ? stem : `${stem} as ${name.local}`], statement);
  const kept = each.names.filter((other) => other !== name);
  if (kept.length === 0) return { replacements: [{ ...each.span, text: moved }], doubts: [] };
  const texts = kept.map(({ span }) => file.text.slice(span.start, span.end));
  const indent = /[ \t]*$/.exec(file.text.slice(0, each.span.start))?.[0] ?? "";
  if (source === each.source) {
    const all = each.names.map((other) =>
      other === name
        ? stem === name.local
          ? stem
          : `${stem} as ${name.local}`
        : file.text.slice(other.span.start, other.span.end),
    );
    return { replacements: [{ ...each.span, text: renderFrom(source, all, statement) }], doubts: [] };
  }
  const text = `${renderFrom(each.source, texts, statement)}\n${indent}${moved}`;
  return { replacements: [{ ...each.span, text }], doubts: [] };
}

/** Whether an import path names the package of a file, and how. */
async function packageWay(
  isFile: FileLookup,
  from: string,
  source: string,
  path: string,
): Promise<{ readonly root: string | undefined; readonly isDoubtful: boolean } | undefined> {
  const directory = directoryOf(path);
  if (source.startsWith(".")) {
    return relativeTarget(from, source) === directory ? { root: undefined, isDoubtful: false } : undefined;
  }
  const roots = new Set(["", "src", await packageRoot(isFile, path), directoryOf(from)]);
  const root = [...roots].find((each) => directory !== "" && moduleName(`${directory}/__init__.py`, each) === source);
  if (root !== undefined) return { root, isDoubtful: false };
  return `/${directory}`.endsWith(`/${source.replaceAll(".", "/")}`)
    ? { root: undefined, isDoubtful: true }
    : undefined;
}

/** `import a` followed by `a.b.c`, where `a.b` is the moved file, imported elsewhere. */
async function planPackageUse(module: ModuleFile, each: ImportFact, { move, before }: Looking): Promise<Found> {
  const [only] = each.names;
  if (only?.kind !== "module") return nothing;
  const way = await packageWay(before, module.file.path, each.source, move.file.path);
  if (way === undefined) return nothing;
  const words = only.local === each.source.split(".")[0] ? each.source.split(".").slice(1) : [];
  const wanted = [...words, stemOf(move.file.path)];
  const imports = module.facts.imports.some(({ source }) => source === `${each.source}.${stemOf(move.file.path)}`);
  const uses = module.facts.uses.filter(
    ({ name, members }) => name === only.local && wanted.every((word, at) => members[at] === word),
  );
  if (imports) return nothing;
  return { replacements: [], doubts: uses.map(({ start }) => locationAt(module.file, start)) };
}

/** The imports of a moved file: relative ones are rewritten; those of neighbours outside of a package are doubtful. */
async function ownPythonSources(
  { file, facts }: ModuleFile,
  to: string,
  isFile: FileLookup,
): Promise<{ readonly replacements: readonly Replacement[]; readonly doubts: readonly Location[] }> {
  const replacements: Replacement[] = [];
  const doubts: Location[] = [];
  const directory = directoryOf(file.path);
  if (directory === directoryOf(to)) return { replacements, doubts };
  for (const { source, sourceSpan, span } of facts.imports) {
    if (!source.startsWith(".")) {
      const first = `${directory}/${source.split(".")[0] ?? ""}`;
      const isNeighbour = directory !== "" && directory !== "src" && !(await isFile(`${directory}/__init__.py`));
      if (isNeighbour && ((await isFile(`${first}.py`)) || (await isFile(`${first}/__init__.py`))))
        doubts.push(locationAt(file, span.start));
      continue;
    }
    const target = relativeTarget(file.path, source);
    const isPackage = target !== undefined && !(await isFile(`${target}.py`));
    const written =
      target === undefined
        ? undefined
        : await writeRelative(isFile, to, target, isPackage ? `${target}/__init__.py` : `${target}.py`);
    if (written === undefined || written === "") doubts.push(locationAt(file, span.start));
    else if (written !== source) replacements.push({ ...sourceSpan, text: written });
  }
  return { replacements, doubts };
}
