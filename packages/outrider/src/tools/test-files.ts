import type { ModuleOfFile } from "../languages/modules/module-facts.ts";
import { languageOf } from "../languages/language-of.ts";
import type { CodeSymbol } from "../syntax/code-symbol.ts";
import type { ProjectSymbols, SymbolView } from "../syntax/project-symbols.ts";
import { chainOf } from "../syntax/references/symbol-chain.ts";

/** Which of these files are tests: by their path, or because the module that they are is declared as a test. */
export async function findTestFiles(
  files: readonly string[],
  symbols: Pick<ProjectSymbols, "view">,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const declaring = new Set(files.flatMap((file) => filesAbove(file)));
  const view =
    declaring.size === 0
      ? undefined
      : await symbols.view({ signal, names: false, scope: (path) => declaring.has(path) });
  return new Set(files.filter((file) => isTestPath(file) || (view !== undefined && isTestModule(file, view))));
}

interface TestLookup {
  readonly symbols: ProjectSymbols;
  readonly view: SymbolView;
  readonly signal: AbortSignal;
}

/** Which of these places are in tests. */
export async function findTestPlaces<Place extends { readonly file: string; readonly line: number }>(
  places: readonly Place[],
  { symbols, view, signal }: TestLookup,
): Promise<ReadonlySet<Place>> {
  const files = await findTestFiles([...new Set(places.map(({ file }) => file))], symbols, signal);
  const isInTest = ({ file, line }: Place): boolean =>
    view.file(file)?.symbols.some(({ test, line: from, endLine }) => test && from < line && line <= endLine) === true;
  return new Set(places.filter((each) => files.has(each.file) || isInTest(each)));
}

/** Which of these symbols are tests or belong to one, or are in a file of tests. */
export async function findTestSymbols<Declared extends { readonly file: string; readonly symbol: CodeSymbol }>(
  all: readonly Declared[],
  { symbols, view, signal }: TestLookup,
): Promise<ReadonlySet<Declared>> {
  const files = await findTestFiles([...new Set(all.map(({ file }) => file))], symbols, signal);
  const isInTest = ({ file, symbol }: Declared): boolean =>
    symbol.test || chainOf(view.file(file)?.symbols ?? [], symbol.parent).some(({ test }) => test);
  return new Set(all.filter((each) => files.has(each.file) || isInTest(each)));
}

function isTestPath(path: string): boolean {
  return /(?:^|\/)(?:tests?|__tests__|specs?)\/|[._-](?:test|spec)s?\.[^/]*$|(?:^|\/)(?:test_[^/]*|conftest)\.py$|(?:^|\/)tests?\.rs$|Tests?\.(?:java|kt|cs|php|swift)$/.test(
    path,
  );
}

function moduleOf(file: string): ModuleOfFile | undefined {
  return languageOf(file)?.moduleOf?.(file);
}

/** All files that may declare the module of a file, or one around it. */
function filesAbove(file: string, depth = 0): readonly string[] {
  const files = depth > maxDepth ? [] : (moduleOf(file)?.files ?? []);
  return files.flatMap((each) => [each, ...filesAbove(each, depth + 1)]);
}

function isTestModule(file: string, view: SymbolView, depth = 0): boolean {
  const module = depth > maxDepth ? undefined : moduleOf(file);
  if (module === undefined) return false;
  return module.files.some((path) => {
    const symbols = view.file(path)?.symbols ?? [];
    const at = symbols.findIndex(({ kind, name }) => kind === "module" && name === module.name);
    if (at === -1) return false;
    return chainOf(symbols, at).some(({ test }) => test) || isTestModule(path, view, depth + 1);
  });
}

const maxDepth = 12;
