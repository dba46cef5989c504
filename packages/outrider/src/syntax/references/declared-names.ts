import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import { superNames } from "../hierarchy/type-step.ts";
import { isWhole, type ProjectSymbols, type SymbolView } from "../project-symbols.ts";
import { joinedTypes } from "./joined-types.ts";
import { asHead } from "./type-head.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { isConstant, type Target, wholeNameOf } from "./target.ts";

/** How long to wait for a table that is being built. */
const waitMs = 1_000;
/** A name with more declarations than this says nothing. */
const maxHits = 200;

/** A symbol with the file that declares it. */
export interface NamedDeclaration {
  readonly file: string;
  readonly symbol: CodeSymbol;
  readonly symbols: readonly CodeSymbol[];
}

/** All declarations of a name in a language; undefined if there are too many. */
export function declarationsOf(
  view: SymbolView,
  name: string,
  language: string,
): readonly NamedDeclaration[] | undefined {
  const hits = view.search({ name, match: "exact" });
  if (hits.length > maxHits) return undefined;
  return hits.flatMap(({ file, index }) => {
    const read = view.file(file);
    const symbol = read?.symbols[index];
    return read?.language === language && symbol?.name === name ? [{ file, symbol, symbols: read.symbols }] : [];
  });
}

/**
 * The target with what files tell that do not have its name: other parts of its type, and constants. As long as these are not all
 * read, each may be there.
 */
export async function withOtherFiles(
  symbols: Pick<ProjectSymbols, "filesNaming" | "view">,
  target: Target,
  { signal }: { readonly signal: AbortSignal },
): Promise<Target> {
  const { container, language, module, symbol } = target;
  const rules = referenceRulesOf(language);
  const isOverload = container !== undefined && rules?.mayInheritOverloads?.(symbol) === true;
  const mayBeJoined = rules?.joinsBases === true && container !== undefined && typeKinds.has(container.kind);
  if (rules?.callsOverrides !== true && !isOverload && !mayBeJoined) return target;
  const view = await symbols.view({ signal, waitMs });
  if (mayBeJoined) {
    const asked = { type: container, member: symbol.name, language };
    return { ...target, joined: isWhole(view) ? await joinedTypes(symbols, view, asked, { signal }) : "any" };
  }
  if (isOverload) return { ...target, extendsOutside: !isWhole(view) || extendsOutside(view, container, language) };
  if (!isWhole(view)) return { ...target, mayExtend: true, isDeclared: () => true };
  const known = new Map<string, boolean>();
  const parts = container === undefined ? [] : called(container.name, module ?? "");
  return { ...target, mayExtend: parts?.some(({ symbol }) => extendsOther(symbol)) ?? true, isDeclared };

  function isDeclared(whole: string): boolean {
    const found = known.get(whole) ?? called(whole.slice(whole.lastIndexOf(".") + 1), whole)?.length !== 0;
    known.set(whole, found);
    return found;
  }

  function called(name: string, whole: string): readonly NamedDeclaration[] | undefined {
    return declarationsOf(view, name, language)?.filter(
      (each) => isConstant(each.symbol) && wholeNameOf(each.symbol, each.symbols) === whole,
    );
  }
}

/** Whether a class above a type is not declared in the project: what an interface has, the type itself declares. */
function extendsOutside(view: SymbolView, type: CodeSymbol, language: string, level = 0): boolean {
  if (level > maxLevels || type.signature.endsWith("…")) return true;
  return superNames(type.signature, asHead(type), language).some(({ name }) => {
    const found = declarationsOf(view, name, language)?.filter(({ symbol }) => typeKinds.has(symbol.kind)) ?? [];
    if (found.length === 0) return !/^I\p{Lu}/u.test(name);
    return found.some(({ symbol }) => extendsOutside(view, symbol, language, level + 1));
  });
}

const maxLevels = 6;

/** `class A < B`, `A = Class.new(B)`. */
export function extendsOther({ signature }: CodeSymbol): boolean {
  return /<|\bClass\.new\b/.test(signature);
}
