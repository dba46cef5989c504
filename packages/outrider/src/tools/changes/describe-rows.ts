import { posix } from "node:path";
import { codeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { DeclaredSymbol } from "../../syntax/changes/declared.ts";
import { wordsOfName } from "../../search/text/words.ts";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import { type Target, targetOf } from "../../syntax/references/target.ts";
import { hasReferenceRules } from "../../syntax/references/reference-rules.ts";
import { languageById } from "../../languages/language-of.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { pathOf } from "../find-target.ts";
import { findTestFiles } from "../test-files.ts";
import type { ChangedSymbol } from "./find-changed.ts";
import { type Dependent, openDependents, type Reach } from "./find-dependents.ts";
import type { UsePlace } from "./find-users.ts";
import type { Row, Use } from "./schema.ts";

export interface RowOptions {
  readonly symbols: ProjectSymbols;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
  readonly depth: number;
  readonly hasTime: () => boolean;
  readonly onRow: (done: number) => void;
}

/** More symbols than this get no dependents. */
const maxFollowed = 150;
const atOnce = 4;

/** Each changed symbol with who depends on it and which tests reach it, in the files as they are now. */
export async function describeRows(changed: readonly ChangedSymbol[], options: RowOptions): Promise<readonly Row[]> {
  const { symbols, signal, hasTime, onRow } = options;
  const files = changed.flatMap(({ before, after }) => (after ?? before)?.file ?? []);
  const testFiles = await findTestFiles([...new Set(files)], symbols, signal);
  const dependents = openDependents(options);
  const rows: Row[] = [];
  const open = changed.entries();
  let followed = 0;
  const work = async (): Promise<void> => {
    for (const [index, each] of open) {
      const isTest = isInTest(each, testFiles);
      const { target, gone } = isTest || isOnlyText(each) ? {} : targetsOf(each, options.view);
      const isOpen = followed < maxFollowed && hasTime();
      if (isOpen && (target ?? gone) !== undefined) followed += 1;
      const reach = target !== undefined && isOpen ? await dependents.reach(target) : undefined;
      const left = gone !== undefined && isOpen ? await dependents.placesOf(gone) : undefined;
      const isAsked = !isTest && !isOnlyText(each);
      const shown = changed.length > few ? maxOfMany : maxShown;
      rows[index] = describeRow(each, { shown, reach, left, isTest, isLeft: isAsked && (reach ?? left) === undefined });
      onRow(index + 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return rows;
}

function isInTest({ before, after }: ChangedSymbol, testFiles: ReadonlySet<string>): boolean {
  const declared = after ?? before;
  if (declared === undefined) return false;
  for (let at: DeclaredSymbol | undefined = declared; at !== undefined; at = at.around) if (at.symbol.test) return true;
  return testFiles.has(declared.file);
}

/** Nothing that runs is different. */
function isOnlyText({ how }: ChangedSymbol): boolean {
  return how.every((each) => each === "comment" || each === "layout");
}

interface Targets {
  /** As the table has it now. */
  readonly target?: Target | undefined;
  /** The name that is gone, whose uses are looked for all the same. */
  readonly gone?: Target | undefined;
}

function targetsOf({ before, after, how }: ChangedSymbol, view: SymbolView): Targets {
  const isSearched = (declared: DeclaredSymbol | undefined): declared is DeclaredSymbol =>
    declared !== undefined && hasReferenceRules(languageById(declared.language));
  const isGone = how.includes("removed") || how.includes("renamed");
  return {
    target: isSearched(after) ? nowIn(view, after) : undefined,
    gone: isGone && isSearched(before) && nowIn(view, before) === undefined ? asGone(before, view) : undefined,
  };
}

function nowIn(view: SymbolView, { file, symbol }: DeclaredSymbol): Target | undefined {
  const source = view.file(file);
  const fits = (each: CodeSymbol): boolean => each.path === symbol.path && each.overload === symbol.overload;
  const found = source?.symbols.find((each) => fits(each) && each.kind === symbol.kind);
  return source === undefined || found === undefined ? undefined : targetOf({ ...source, file }, found);
}

/** It stands nowhere, so that no place is taken for its declaration. */
function asGone({ file, language, symbol, around }: DeclaredSymbol, view: SymbolView): Target {
  const nowhere = { start: -1, end: -1 };
  const left = view.file(file)?.symbols ?? [];
  const outer = around?.symbol;
  const parent =
    outer === undefined ? undefined : left.findIndex(({ path, kind }) => path === outer.path && kind === outer.kind);
  const all =
    parent === -1 && outer !== undefined ? [...left, { ...outer, parent: undefined, nameSpan: nowhere }] : left;
  const at = parent === -1 ? all.length - 1 : parent;
  return targetOf({ file, language, symbols: all }, { ...symbol, parent: at, nameSpan: nowhere, span: nowhere });
}

interface Followed {
  /** Dependents, tests and places that are listed. */
  readonly shown: number;
  readonly reach: Reach | undefined;
  readonly left: { readonly places: readonly UsePlace[]; readonly open: Reach["open"] } | undefined;
  readonly isTest: boolean;
  /** Dependents should have been looked for, and were not. */
  readonly isLeft: boolean;
}

function describeRow(change: ChangedSymbol, { shown, reach, left, isTest, isLeft }: Followed): Row {
  const { before, after, how, members } = change;
  const declared = after ?? before;
  if (declared === undefined) throw new Error("A change of nothing.");
  const isOther = how.includes("renamed") || how.includes("moved");
  return {
    symbol: visibleLine(pathOf(declared.symbol)),
    kind: declared.symbol.kind,
    file: declared.file,
    line: declared.symbol.line + 1,
    how: [...how],
    ...(isOther && before !== undefined
      ? {
          was: {
            symbol: visibleLine(pathOf(before.symbol)),
            file: before.file,
            similarity: Math.floor((change.similarity ?? 1) * 100) / 100,
          },
        }
      : {}),
    ...(how.includes("signature") && before !== undefined && after !== undefined ? signatures(before, after) : {}),
    members,
    is_test: isTest,
    ...(reach === undefined ? {} : describeReach(reach, declared, shown)),
    ...(left === undefined || left.places.length === 0 ? {} : { still_used: describePlaces(left.places) }),
    open: [
      ...new Set([...(reach?.open ?? []), ...(left?.open ?? []), ...(isLeft ? (["not looked for"] as const) : [])]),
    ],
  };
}

function signatures(before: DeclaredSymbol, after: DeclaredSymbol): Pick<Row, "signature"> {
  const [one, other] = [visibleLine(before.symbol.signature), visibleLine(after.symbol.signature)];
  // What differs may be beyond the part that a signature shows, such as a decorator.
  return one === other ? {} : { signature: { before: one, after: other } };
}

const maxShown = 10;
/** Where many symbols changed, each is shown with only the nearest. */
const few = 6;
const maxOfMany = 3;

function describeReach(
  { dependents, tests }: Reach,
  declared: DeclaredSymbol,
  shown: number,
): Pick<Row, "dependents" | "tests"> {
  const levels: number[] = [];
  for (const { level } of dependents) {
    while (levels.length < level) levels.push(0);
    levels[level - 1] = (levels[level - 1] ?? 0) + 1;
  }
  const nearest = nearestFirst(tests, declared);
  const hasTests = codeKinds.has(declared.symbol.kind) || tests.length > 0 || dependents.length > 0;
  return {
    dependents: { levels, likely: countLikely(dependents), first: dependents.slice(0, shown).map(describeUse) },
    ...(hasTests
      ? {
          tests: {
            total: tests.length,
            likely: countLikely(tests),
            first: nearest.slice(0, shown).map(describeUse),
          },
        }
      : {}),
  };
}

/** Sure ones, by level; then those that only names lead to: tests are called after what they test, and it tells more than the level. */
function nearestFirst(tests: readonly Dependent[], { file, symbol }: DeclaredSymbol): readonly Dependent[] {
  const own = wordsIn(file, symbol);
  const shared = new Map(
    tests.map((each) => [each, [...wordsIn(each.node.file, each.node.symbol)].filter((word) => own.has(word)).length]),
  );
  const alike = (a: Dependent, b: Dependent): number => (shared.get(b) ?? 0) - (shared.get(a) ?? 0);
  return tests.toSorted((a, b) => {
    if (a.isLikely !== b.isLikely) return Number(a.isLikely) - Number(b.isLikely);
    return a.isLikely ? alike(a, b) || a.level - b.level : a.level - b.level || alike(a, b);
  });
}

/** Of the name, the declarations around it, and the file. */
function wordsIn(file: string, { path }: CodeSymbol): ReadonlySet<string> {
  return new Set(wordsOfName(`${posix.parse(file).name} ${path}`).filter((word) => !everyTest.has(word)));
}

const everyTest: ReadonlySet<string> = new Set(["test", "tests", "spec", "it", "should"]);

function describeUse({ node, level, line, isLikely }: Dependent): Use {
  return {
    symbol: node.symbol.name === "" ? "" : visibleLine(pathOf(node.symbol)),
    file: node.file,
    line: line + 1,
    level,
    ...(isLikely ? { likely: true as const } : {}),
  };
}

function describePlaces(places: readonly UsePlace[]): NonNullable<Row["still_used"]> {
  const shown = [...new Set(places.map(({ file, line }) => `${file}:${line + 1}`))];
  return { total: places.length, likely: countLikely(places), places: shown.slice(0, maxShown) };
}

function countLikely(all: readonly { readonly isLikely: boolean }[]): number {
  return all.filter(({ isLikely }) => isLikely).length;
}
