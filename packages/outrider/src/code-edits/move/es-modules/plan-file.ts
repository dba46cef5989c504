import { posix } from "node:path";
import { editingRulesOf } from "../../../languages/editing-of.ts";
import type { ImportFact } from "../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import type { FileMove, FilePlan } from "../file-plan.ts";
import { type Location, locationAt } from "../location.ts";
import { type FileLookup, type ModuleFile, createLookup, readModuleFile, readModulesNaming } from "../module-files.ts";
import { looseSources, otherPathStrings } from "./loose-sources.ts";
import { filesMeant, isRelative, mayMeanAlias, moveSource, writeSource } from "./paths.ts";

/** Rewrites relative imports: those in the file, and those that refer to it. */
export async function planEcmascriptFile(context: EditContext, draft: Draft, move: FileMove): Promise<FilePlan> {
  const { file, to } = move;
  const isFile = createLookup(context, draft);
  const after: FileLookup = async (path) => path === to || (path !== file.path && (await isFile(path)));
  const { modules, closed } = await readModulesNaming(context, draft, wordsFor(file.path));
  const others: FilePlan["others"][number][] = [];
  const doubts: Location[] = closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" }));
  const leftAlone: Location[] = [];
  for (const module of modules) {
    if (module.file.path === file.path || !importsByPath(module)) continue;
    const found = await planImporter(context, module, { move, isFile, after });
    if (found.replacements.length > 0) others.push({ file: module.file, replacements: found.replacements });
    doubts.push(...found.doubts);
    leftAlone.push(...found.leftAlone);
  }
  const own = await readModuleFile(context, file);
  return {
    others,
    own: own === undefined ? [] : ownReplacements(own, to),
    doubts,
    leftAlone: [...leftAlone, ...(own === undefined ? [] : ownStrings(own, to))],
    notes: [],
  };
}

/** Code, or the script of a component, that imports by paths. */
export function importsByPath({ facts }: ModuleFile): boolean {
  return editingRulesOf(facts.language).moves.symbols === "es modules";
}

/** Every file that imports it by a relative path contains one of these words. */
export function wordsFor(path: string): readonly string[] {
  const stem = posix.basename(path).split(".")[0] ?? path;
  if (stem !== "index") return [stem];
  const directory = posix.basename(posix.dirname(path));
  const quoted = [".", "..", "./", "../"].flatMap((way) => [`"${way}"`, `'${way}'`]);
  // Files below a directory can also import it by a path of dots alone.
  return [stem, ...(directory === "." ? [] : [directory]), ...quoted, '/.."', "/..'", '/../"', "/../'"];
}

interface Looking {
  readonly move: FileMove;
  readonly isFile: FileLookup;
  /** After the move. */
  readonly after: FileLookup;
}

async function planImporter(
  { project }: EditContext,
  { file, facts }: ModuleFile,
  { move, isFile, after }: Looking,
): Promise<{
  readonly replacements: readonly Replacement[];
  readonly doubts: readonly Location[];
  readonly leftAlone: readonly Location[];
}> {
  const replacements: Replacement[] = [];
  const doubts: Location[] = [];
  const leftAlone: Location[] = [];
  const sources = [...facts.imports, ...looseSources(file.text, facts.imports)];
  for (const { source, sourceSpan } of sources) {
    if (!isRelative(source)) {
      if (await mayMeanAlias(project.root, source, move.file.path)) leftAlone.push(locationAt(file, sourceSpan.start));
      continue;
    }
    const meant = await filesMeant(isFile, file.path, source);
    const found = meant.find(({ path }) => path === move.file.path);
    if (found === undefined) continue;
    const text = writeSource(file.path, move.to, found.style, source);
    const then = await filesMeant(after, file.path, text);
    if (meant.length > 1 || then.length !== 1 || then[0]?.path !== move.to)
      doubts.push(locationAt(file, sourceSpan.start));
    else if (text !== source) replacements.push({ ...sourceSpan, text });
  }
  for (const { start, source } of otherPathStrings(file.text, sources)) {
    const meant = await filesMeant(isFile, file.path, source);
    if (meant.some(({ path }) => path === move.file.path)) leftAlone.push(locationAt(file, start));
  }
  return { replacements, doubts, leftAlone };
}

function ownReplacements({ file, facts }: ModuleFile, to: string): readonly Replacement[] {
  return [...facts.imports, ...looseSources(file.text, facts.imports)].flatMap(({ source, sourceSpan }) => {
    if (!isRelative(source)) return [];
    const text = ownSource(file.path, to, source);
    return text === source ? [] : [{ ...sourceSpan, text }];
  });
}

function ownSource(from: string, to: string, source: string): string {
  return posix.dirname(from) === posix.dirname(to) ? source : moveSource(from, to, source);
}

/** Strings in the moved file that contain a relative path, and uses of its own location. */
function ownStrings({ file, facts }: ModuleFile, to: string): readonly Location[] {
  if (posix.dirname(file.path) === posix.dirname(to)) return [];
  const known: readonly Pick<ImportFact, "sourceSpan">[] = [
    ...facts.imports,
    ...looseSources(file.text, facts.imports),
  ];
  const strings = otherPathStrings(file.text, known).map(({ start }) => locationAt(file, start));
  const places = [...file.text.matchAll(/\b__dirname\b|\b__filename\b|\bimport\.meta\.(?:dirname|filename)\b/g)];
  return [...strings, ...places.map(({ index }) => locationAt(file, index))];
}
