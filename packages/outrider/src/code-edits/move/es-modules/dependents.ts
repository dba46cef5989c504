import type { ToolError } from "toolwright";
import type { ImportFact, ImportedName } from "../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../workspace/text/text-file.ts";
import type { Draft } from "../../draft.ts";
import type { EditContext } from "../../edit-context.ts";
import { type Location, cannotProve, listLocations, locationAt } from "../location.ts";
import { type FileLookup, type ModuleFile, readModulesNaming } from "../module-files.ts";
import type { SymbolMove } from "../symbol-move.ts";
import { type CodeStyle, type ImportChange, type WantedImport, renderNew, styleOf } from "./imports.ts";
import { looseSources } from "./loose-sources.ts";
import { isType } from "./needs.ts";
import { type MeantFile, filesMeant, isRelative, mayMeanAlias, writeSource } from "./paths.ts";
import { importsByPath, wordsFor } from "./plan-file.ts";

/** Other files that import the symbol from its old file. */
export interface Dependents {
  readonly files: readonly Dependent[];
  readonly doubts: readonly Location[];
  readonly notes: readonly string[];
  refusal(): ToolError;
}

interface Dependent {
  readonly module: ModuleFile;
  readonly change: ImportChange;
  /** New statements that re-export it. */
  readonly extra: readonly Replacement[];
  readonly codeStyle: CodeStyle;
}

export async function planDependents(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
  isFile: FileLookup,
): Promise<Dependents> {
  const { modules, closed } = await readModulesNaming(context, draft, [move.name, ...wordsFor(move.old.file.path)]);
  const doubts: Location[] = closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" }));
  const files: Dependent[] = [];
  for (const module of modules) {
    const { path } = module.file;
    if (path === move.old.file.path || !importsByPath(module)) continue;
    const found = await planDependent(context, module, move, isFile);
    doubts.push(...found.doubts);
    if (path !== move.to && (found.dependent.change.drop.size > 0 || found.dependent.extra.length > 0))
      files.push(found.dependent);
  }
  const why = "these places may use it in a way that cannot be followed";
  return {
    files,
    doubts,
    notes: doubts.length === 0 ? [] : [`Left as they are, although they may use it:\n${listLocations(doubts)}`],
    refusal: () =>
      cannotProve(
        move.old.file.path,
        why,
        doubts,
        'Change them first, or use `unproven`: "leave" and change them afterwards.',
      ),
  };
}

async function planDependent(
  { project }: EditContext,
  module: ModuleFile,
  move: SymbolMove,
  isFile: FileLookup,
): Promise<{ readonly dependent: Dependent; readonly doubts: readonly Location[] }> {
  const { file, facts } = module;
  const { name, old, to } = move;
  const drop = new Set<ImportedName>();
  const add: WantedImport[] = [];
  const extra: Replacement[] = [];
  const doubts: Location[] = [];
  const codeStyle = styleOf(file.text, facts.imports);
  for (const each of facts.imports) {
    const doubt = (): void => void doubts.push(locationAt(file, each.sourceSpan.start));
    const named = each.names.find((one) => one.kind === "named" && one.name === name);
    if (!isRelative(each.source)) {
      if (named !== undefined && (await mayMeanAlias(project.root, each.source, old.file.path))) doubt();
      continue;
    }
    const meant = await filesMeant(isFile, file.path, each.source);
    const found = meant.find(({ path }) => path === old.file.path);
    if (found === undefined) continue;
    if (each.form === "later") {
      if (new RegExp(`(?<![\\w$])${escape(name)}(?![\\w$])`).test(file.text)) doubt();
    } else if (meant.length > 1 || (named !== undefined && !each.isTop)) doubt();
    else if (named !== undefined && file.path !== to) {
      const isTypeOnly = each.isTypeOnly || named.isTypeOnly;
      drop.add(named);
      const wanted = {
        source: sourceFor(file.path, to, found),
        kind: "named",
        name,
        local: named.local,
        isTypeOnly,
        isReexport: each.isReexport,
      } as const;
      if (each.isReexport) extra.push(behind(file.text, each, [wanted], codeStyle));
      else add.push(wanted);
    } else if (each.names.some(({ kind }) => kind === "all") && file.path !== to) {
      if (!(await reexportsAll(module, to, isFile))) {
        const isTypeOnly = each.isTypeOnly || isType(move.oldSymbols, name);
        const wanted = {
          source: sourceFor(file.path, to, found),
          kind: "named",
          name,
          local: name,
          isTypeOnly,
          isReexport: true,
        } as const;
        extra.push(behind(file.text, each, [wanted], codeStyle));
      }
    } else doubts.push(...moduleDoubts(module, each, name));
  }
  for (const { source, sourceSpan } of looseSources(file.text, facts.imports)) {
    const meant = await filesMeant(isFile, file.path, source);
    const isNamed = new RegExp(`^["']\\s*\\)\\s*\\.\\s*${escape(name)}(?![\\w$])`).test(
      file.text.slice(sourceSpan.end),
    );
    if (isNamed && meant.some(({ path }) => path === old.file.path)) doubts.push(locationAt(file, sourceSpan.start));
  }
  return { dependent: { module, change: { drop, add }, extra, codeStyle }, doubts };
}

/** `import * as m`: uses of `m.name`, and every place where `m` itself is used. */
function moduleDoubts({ file, facts }: ModuleFile, each: ImportFact, name: string): readonly Location[] {
  const module = each.names.find(({ kind }) => kind === "module");
  if (module === undefined) return [];
  if (each.isReexport) return [locationAt(file, each.span.start)];
  const uses = facts.uses.filter(
    (use) => use.name === module.local && (use.members.length === 0 || use.members[0] === name),
  );
  const isExported = facts.exports.some((one) => one.name === module.local);
  return [
    ...uses.map(({ start }) => locationAt(file, start)),
    ...(isExported ? [locationAt(file, each.span.start)] : []),
  ];
}

async function reexportsAll({ file, facts }: ModuleFile, to: string, isFile: FileLookup): Promise<boolean> {
  for (const { source, names, isReexport } of facts.imports) {
    if (!isReexport || !names.some(({ kind }) => kind === "all")) continue;
    const meant = await filesMeant(isFile, file.path, source);
    if (meant.length === 1 && meant[0]?.path === to) return true;
  }
  return false;
}

function sourceFor(from: string, to: string, { style }: MeantFile): string {
  return writeSource(from, to, style);
}

/** Inserts a statement on the line below. The caller removes the old one if it loses its only name. */
function behind(text: string, { span }: ImportFact, wanted: readonly WantedImport[], style: CodeStyle): Replacement {
  const rest = /^[^\r\n]*(\r\n|\r|\n)?/.exec(text.slice(span.end));
  const at = span.end + (rest?.[0].length ?? 0);
  const lines = renderNew(wanted, style).join("\n");
  return { start: at, end: at, text: rest?.[1] === undefined ? `\n${lines}` : `${lines}\n` };
}

function escape(name: string): string {
  return name.replaceAll("$", String.raw`\$`);
}
