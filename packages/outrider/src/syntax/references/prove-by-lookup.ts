import type { CodeSymbol } from "../code-symbol.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { isWhole, type ProjectSymbols, type SymbolView } from "../project-symbols.ts";
import type { Doubtful } from "./follow-types.ts";
import type { Occurrence } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { moduleOf, type Target, wholeNameOf } from "./target.ts";

/** How long to wait for a table that is being built. */
const waitMs = 1_000;
/** A name with more declarations than this says nothing. */
const maxHits = 200;
const maxSupertypes = 8;

/** A symbol with the file that declares it. */
interface Declared {
  readonly file: string;
  readonly symbol: CodeSymbol;
  readonly symbols: readonly CodeSymbol[];
}

/**
 * For places whose receiver is a type, or a value that was just made by one: which declaration the type has or inherits. Types may go
 * on in other files, so all of them are looked at; modules that types include are not known from their heads, so that a module
 * with the name is a doubt.
 */
export async function proveByLookup(
  symbols: Pick<ProjectSymbols, "view">,
  target: Target,
  doubtful: readonly Doubtful[],
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<Occurrence, "sure" | "member">> {
  const proven = new Map<Occurrence, "sure" | "member">();
  const asked = doubtful.filter(({ at }) => at.whole?.receiver !== undefined);
  const view = asked.length === 0 ? undefined : await symbols.view({ signal, waitMs });
  if (view === undefined || !isWhole(view)) return proven;
  const members = declarationsOf(view, target.symbol.name, target.language);
  for (const { at } of asked) {
    const { lookup = [], isType = false } = at.whole?.receiver ?? {};
    const found = members === undefined ? undefined : findIn(view, { members, target, isType }, lookup);
    if (found === undefined) continue;
    if (found.every((each) => each.file !== target.file || each.symbol.path !== target.symbol.path))
      proven.set(at, "member");
    // A type that declares the method in several files has the last one that is read.
    else if (new Set(found.map(({ file }) => file)).size === 1) proven.set(at, "sure");
  }
  return proven;
}

interface Wanted {
  /** All declarations of the name. */
  readonly members: readonly Declared[];
  readonly target: Target;
  readonly isType: boolean;
}

/** The declarations of a member in the first of these types that is declared, or in the nearest one that it extends. */
function findIn(
  view: SymbolView,
  wanted: Wanted,
  lookup: readonly string[],
  level = 0,
): readonly Declared[] | undefined {
  const { language } = wanted.target;
  const last = lookup.at(-1) ?? "";
  const types = declarationsOf(view, last.slice(last.lastIndexOf(".") + 1), language);
  const whole = lookup.find((name) => types?.some((each) => isTypeCalled(each, name)));
  if (whole === undefined || types === undefined || level > maxSupertypes) return undefined;
  const own = wanted.members.filter(({ symbol, symbols }) => moduleOf(symbol, symbols) === whole);
  if (own.length > 0) return isReached(own, wanted) ? own : undefined;
  // What is included comes before what is inherited.
  if (wanted.members.some((each) => isInModule(each))) return undefined;
  const parts = types.filter((each) => isTypeCalled(each, whole));
  const above = parts.map((part) => superLookup(part, language)).filter((names) => names !== undefined);
  const results = above.map((names) => findIn(view, wanted, names, level + 1));
  const [first] = results;
  const isOne = results.every((each) => each !== undefined && each[0]?.symbol === first?.[0]?.symbol);
  return isOne ? first : undefined;
}

/** A method of a value is not one of its type. */
function isReached(own: readonly Declared[], { members, isType, target }: Wanted): boolean {
  const isOfType = referenceRulesOf(target.language)?.isOfType;
  const known = own.map(({ symbol }) => isOfType?.(symbol));
  if (!isType) return known.some((each) => each !== true);
  const isElsewhere = members.some(({ symbol }) => isOfType?.(symbol) === true);
  return known.includes(true) || (known.includes(undefined) && !isElsewhere);
}

function isTypeCalled({ symbol, symbols }: Declared, name: string): boolean {
  return (symbol.kind === "class" || symbol.kind === "module") && wholeNameOf(symbol, symbols) === name;
}

function isInModule({ symbol, symbols }: Declared): boolean {
  return symbol.parent !== undefined && symbols[symbol.parent]?.kind === "module";
}

/** The names that the superclass in the head of a class may have; undefined if there is none. */
function superLookup({ symbol, symbols }: Declared, language: string): readonly string[] | undefined {
  const { signature, name } = symbol;
  const start = Math.max(0, signature.indexOf(name));
  const head = {
    ...symbol,
    span: { start: 0, end: signature.length },
    nameSpan: { start, end: start + name.length },
    bodySpan: undefined,
  };
  const above = superNames(signature, head, language)[0];
  if (above === undefined) return undefined;
  const written = /^(?:::)?[\p{L}\p{N}_:]+/u.exec(signature.slice(signature.indexOf("<") + 1).trim())?.[0] ?? "";
  const plain = written.replace(/^::/, "").replaceAll("::", ".");
  const outer = symbol.parent === undefined ? undefined : symbols[symbol.parent];
  const around = outer === undefined || written.startsWith("::") ? [] : nestingOf(moduleOf(outer, symbols));
  return [...around.map((module) => `${module}.${plain}`), plain];
}

/** `A.B` and `A`. */
function nestingOf(module: string): readonly string[] {
  const words = module === "" ? [] : module.split(".");
  return words.map((_, index) => words.slice(0, words.length - index).join("."));
}

function declarationsOf(view: SymbolView, name: string, language: string): readonly Declared[] | undefined {
  const hits = view.search({ name, match: "exact" });
  if (hits.length > maxHits) return undefined;
  return hits.flatMap(({ file, index }) => {
    const read = view.file(file);
    const symbol = read?.symbols[index];
    return read?.language === language && symbol?.name === name ? [{ file, symbol, symbols: read.symbols }] : [];
  });
}
