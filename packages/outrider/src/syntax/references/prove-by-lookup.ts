import type { ReceiverName } from "../../languages/place-meaning.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { isWhole, type ProjectSymbols, type SymbolView } from "../project-symbols.ts";
import { declarationsOf, type NamedDeclaration } from "./declared-names.ts";
import type { Doubtful } from "./follow-types.ts";
import type { Occurrence } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { isConstant, moduleOf, type Target, wholeNameOf } from "./target.ts";

/** How long to wait for a table that is being built. */
const waitMs = 1_000;

/**
 * For places whose receiver is a type, or a value that was just made by one, and that type itself declares the member. Types may
 * go on in other files, so all of them are looked at. What a type inherits or includes is not followed; a module that is
 * prepended comes before the type, so that a module with the name is a doubt.
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
  if (members === undefined) return proven;
  const known = new Map<string, "sure" | "member" | undefined>();
  for (const { at } of asked) {
    signal.throwIfAborted();
    const { receiver } = at.whole ?? {};
    if (receiver === undefined) continue;
    const key = JSON.stringify(receiver);
    if (!known.has(key)) known.set(key, judge(view, { members, target }, receiver));
    const found = known.get(key);
    if (found !== undefined) proven.set(at, found);
  }
  return proven;
}

interface Wanted {
  /** All declarations of the name. */
  readonly members: readonly NamedDeclaration[];
  readonly target: Target;
}

function judge(view: SymbolView, wanted: Wanted, receiver: ReceiverName): "sure" | "member" | undefined {
  const { members, target } = wanted;
  const whole = typeNamed(view, target.language, receiver);
  if (whole === undefined) return undefined;
  const own = members.filter(({ symbol, symbols }) => moduleOf(symbol, symbols) === whole);
  const others = members.filter((each) => !own.includes(each));
  if (others.some((each) => isMixedIn(each, target.language))) return undefined;
  const reached = reachedIn(own, wanted, receiver);
  if (reached.length === 0) return undefined;
  const isTarget = ({ file, symbol }: NamedDeclaration): boolean =>
    file === target.file && symbol.nameSpan.start === target.symbol.nameSpan.start;
  if (!own.some(isTarget)) return "member";
  // A type that declares the method in several files has the last one that is read.
  return reached.some(isTarget) && new Set(reached.map(({ file }) => file)).size === 1 ? "sure" : undefined;
}

/** The whole name of the type that is meant: the first of the names that is declared, unless another one may come before. */
function typeNamed(view: SymbolView, language: string, { lookup, mayInherit }: ReceiverName): string | undefined {
  const written = lookup.at(-1) ?? "";
  const [head = ""] = written.split(".");
  const named = declarationsOf(view, written.slice(written.lastIndexOf(".") + 1), language);
  const heads = head === written ? named : declarationsOf(view, head, language);
  if (named === undefined || heads === undefined) return undefined;
  const headOf = (name: string): string => name.slice(0, name.length - written.length + head.length);
  // The first word is looked for alone; the others are inside of what it means.
  const whole = lookup.find((name) => heads.some((each) => isConstantCalled(each, headOf(name))));
  if (whole === undefined) return undefined;
  const meant = named.filter((each) => isConstantCalled(each, whole));
  if (meant.length === 0 || !meant.every(({ symbol }) => isType(symbol))) return undefined;
  const isAtTop = whole === written && lookup.length > 1;
  // Another part of the type around may inherit.
  const isHidden = heads.some(({ symbol, symbols }) => wholeNameOf(symbol, symbols).endsWith(`.${head}`));
  return isAtTop && (mayInherit === true || isHidden) ? undefined : whole;
}

/** A method of a value is not one of its type. */
function reachedIn(
  own: readonly NamedDeclaration[],
  { members, target }: Wanted,
  { isType: ofType }: ReceiverName,
): readonly NamedDeclaration[] {
  const isOfType = referenceRulesOf(target.language)?.isOfType;
  if (!ofType) return own.filter(({ symbol }) => isOfType?.(symbol) !== true);
  const certain = own.filter(({ symbol }) => isOfType?.(symbol) === true);
  const isElsewhere = members.some(({ symbol }) => isOfType?.(symbol) === true);
  return isElsewhere ? certain : own.filter(({ symbol }) => isOfType?.(symbol) === undefined);
}

function isConstantCalled({ symbol, symbols }: NamedDeclaration, name: string): boolean {
  return isConstant(symbol) && wholeNameOf(symbol, symbols) === name;
}

function isType({ kind }: CodeSymbol): boolean {
  return kind === "class" || kind === "module";
}

/** A method of a module that types may include; one of the module itself is not included. */
function isMixedIn({ symbol, symbols }: NamedDeclaration, language: string): boolean {
  const isInModule = symbol.parent !== undefined && symbols[symbol.parent]?.kind === "module";
  return isInModule && referenceRulesOf(language)?.isOfType?.(symbol) !== true;
}
