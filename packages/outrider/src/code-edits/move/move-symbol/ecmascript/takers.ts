import type { ToolError } from "toolwright";
import type { ImportedName, ImportFact } from "../../../../languages/modules/module-facts.ts";
import type { Replacement } from "../../../../workspace/text/replacement.ts";
import type { Draft } from "../../../draft.ts";
import type { EditContext } from "../../../edit-context.ts";
import { mayMeanAlias } from "../../ecmascript-aliases.ts";
import { filesMeant, isRelative, type MeantFile, writeSource } from "../../ecmascript-paths.ts";
import { isEcmascript, wordsFor } from "../../move-file/ecmascript-file.ts";
import { looseSources } from "../../move-file/loose-sources.ts";
import { type FileLookup, type ModuleFile, readModulesNaming } from "../../module-files.ts";
import { cannotProve, listPlaces, type Place, placeAt } from "../../move-place.ts";
import type { SymbolMove } from "../symbol-move.ts";
import type { ImportChange } from "./import-list.ts";
import type { WantedImport } from "./wanted-import.ts";
import { isType } from "./needs.ts";
import { type CodeStyle, renderNew, styleOf } from "./render-import.ts";

/** Other files that import the symbol from its old file. */
export interface Takers {
  readonly files: readonly Taker[];
  readonly doubts: readonly Place[];
  readonly notes: readonly string[];
  refusal(): ToolError;
}

interface Taker {
  readonly module: ModuleFile;
  readonly change: ImportChange;
  /** New statements that hand it on. */
  readonly extra: readonly Replacement[];
  readonly codeStyle: CodeStyle;
}

export async function planTakers(
  context: EditContext,
  draft: Draft,
  move: SymbolMove,
  isFile: FileLookup,
): Promise<Takers> {
  const { modules, closed } = await readModulesNaming(context, draft, [move.name, ...wordsFor(move.old.file.path)]);
  const doubts: Place[] = closed.map((path) => ({ path, line: 0, text: "could not be read or may not be edited" }));
  const files: Taker[] = [];
  for (const module of modules) {
    const { path } = module.file;
    if (path === move.old.file.path || !isEcmascript(module.facts.language)) continue;
    const found = await planTaker(context, module, move, isFile);
    doubts.push(...found.doubts);
    if (path !== move.to && (found.taker.change.drop.size > 0 || found.taker.extra.length > 0)) files.push(found.taker);
  }
  const why = "these places may use it in a way that cannot be followed";
  return {
    files,
    doubts,
    notes: doubts.length === 0 ? [] : [`Left as they are, although they may use it:\n${listPlaces(doubts)}`],
    refusal: () =>
      cannotProve(move.old.file.path, why, doubts, "Change them first, or use `force` and change them afterwards."),
  };
}

async function planTaker(
  { project }: EditContext,
  module: ModuleFile,
  move: SymbolMove,
  isFile: FileLookup,
): Promise<{ readonly taker: Taker; readonly doubts: readonly Place[] }> {
  const { file, facts } = module;
  const { name, old, to } = move;
  const drop = new Set<ImportedName>();
  const add: WantedImport[] = [];
  const extra: Replacement[] = [];
  const doubts: Place[] = [];
  const codeStyle = styleOf(file.text, facts.imports);
  for (const each of facts.imports) {
    const doubt = (): void => void doubts.push(placeAt(file, each.sourceSpan.start));
    const named = each.names.find((one) => one.kind === "named" && one.name === name);
    if (!isRelative(each.source)) {
      if (
        named !== undefined &&
        (await mayMeanAlias(project.root, { source: each.source, from: file.path }, old.file.path))
      )
        doubt();
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
        handsOn: each.handsOn,
      } as const;
      if (each.handsOn) extra.push(behind(file.text, each, [wanted], codeStyle));
      else add.push(wanted);
    } else if (each.names.some(({ kind }) => kind === "all") && file.path !== to) {
      if (!(await handsOnAll(module, to, isFile))) {
        const isTypeOnly = each.isTypeOnly || isType(move.oldSymbols, name);
        const wanted = {
          source: sourceFor(file.path, to, found),
          kind: "named",
          name,
          local: name,
          isTypeOnly,
          handsOn: true,
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
    if (isNamed && meant.some(({ path }) => path === old.file.path)) doubts.push(placeAt(file, sourceSpan.start));
  }
  return { taker: { module, change: { drop, add }, extra, codeStyle }, doubts };
}

/** `import * as m`: `m.name`, and wherever `m` itself goes. */
function moduleDoubts({ file, facts }: ModuleFile, each: ImportFact, name: string): readonly Place[] {
  const module = each.names.find(({ kind }) => kind === "module");
  if (module === undefined) return [];
  if (each.handsOn) return [placeAt(file, each.span.start)];
  const uses = facts.uses.filter(
    (use) => use.name === module.local && (use.members.length === 0 || use.members[0] === name),
  );
  const isExported = facts.exports.some((one) => one.name === module.local);
  return [...uses.map(({ start }) => placeAt(file, start)), ...(isExported ? [placeAt(file, each.span.start)] : [])];
}

async function handsOnAll({ file, facts }: ModuleFile, to: string, isFile: FileLookup): Promise<boolean> {
  for (const { source, names, handsOn } of facts.imports) {
    if (!handsOn || !names.some(({ kind }) => kind === "all")) continue;
    const meant = await filesMeant(isFile, file.path, source);
    if (meant.length === 1 && meant[0]?.path === to) return true;
  }
  return false;
}

function sourceFor(from: string, to: string, { style }: MeantFile): string {
  return writeSource(from, to, style);
}

/** A new statement in the line below; in place of it where it loses its only name, so that the order stays. */
function behind(text: string, { span }: ImportFact, wanted: readonly WantedImport[], style: CodeStyle): Replacement {
  const rest = /^[^\r\n]*(\r\n|\r|\n)?/.exec(text.slice(span.end));
  const at = span.end + (rest?.[0].length ?? 0);
  const lines = renderNew(wanted, style).join("\n");
  return { start: at, end: at, text: rest?.[1] === undefined ? `\n${lines}` : `${lines}\n` };
}

function escape(name: string): string {
  return name.replaceAll("$", String.raw`\$`);
}
