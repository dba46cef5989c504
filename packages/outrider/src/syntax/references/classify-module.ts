import type { WholeName } from "../../languages/place-meaning.ts";
import type { Certainty } from "./certainty.ts";
import type { Occurrence } from "./occurrence.ts";
import type { Target } from "./target.ts";

/** The whole name of a module leads to one declaration; what a macro brings into the file may have made it an alias. */
export function classifyWhole(
  { module: own = "", topModules }: Target,
  { module = "", unexplained }: WholeName,
): Certainty {
  if (module === own) return "sure";
  const isAlias = unexplained !== undefined && topModules?.has(unexplained) !== true;
  return isAlias || (module !== "" && `.${own}`.endsWith(`.${module}`)) ? "likely" : "scope";
}

/** A bare name means what its own module declares or what one of the imported modules does. */
export function classifyImported(target: Target, { whole }: Occurrence, otherwise: Certainty): Certainty {
  const { imported = [] } = whole ?? {};
  const isDoubtful = imported.some((module) => target.rivalModules?.has(module) === true);
  if (!imported.includes(target.module ?? "")) return otherwise === "sure" && isDoubtful ? "likely" : otherwise;
  return isDoubtful || otherwise === "declaration" ? "likely" : "sure";
}

/**
 * A constant is looked for in the modules around a place, from the inside out; then in what the innermost inherits, and at the top.
 * What is found first by lexical scope is proven; what may be inherited is not, if something else of the name could be.
 */
export function classifyLookup(target: Target, place: WholeName): Certainty {
  const { whole: own = "", declaredAs = new Map<string, readonly string[]>() } = target;
  const found = firstDeclared(own, declaredAs, place);
  if (isPathElsewhere(target, place)) return "likely";
  return found === "sure" && isOfSeveralPrograms(target) ? "likely" : found;
}

/**
 * The first word of a path is looked for alone, and the others in what it means and inherits: a nearer one without these hides what
 * has the whole path.
 */
function isPathElsewhere({ declaredAs, isDeclared }: Target, { lookup = [], inherited = [] }: WholeName): boolean {
  const written = lookup.at(-1) ?? "";
  const [head = ""] = written.split(".");
  if (head === written) return false;
  const index = lookup.findIndex((name) => declaredAs?.has(name));
  if (index === -1) return !inherited.some((name) => declaredAs?.has(name));
  const isAtTop = index === lookup.length - 1 && index > 0;
  const before = [...lookup.slice(0, index), ...(isAtTop ? inherited : [])];
  return before.some((name) => isDeclared?.(name.slice(0, name.length - written.length + head.length)) !== false);
}

/** Examples and tests may each have a type of the name; what a library has is the same for all. */
export function isOfSeveralPrograms({ symbol, whole = "", declaredAs }: Target): boolean {
  const folders = new Set(declaredAs?.get(whole)?.map((file) => file.slice(0, Math.max(0, file.indexOf("/")))));
  return symbol.kind !== "module" && folders.size > 1 && !folders.has("lib");
}

function firstDeclared(
  own: string,
  declaredAs: ReadonlyMap<string, readonly string[]>,
  { lookup = [], inherited }: WholeName,
): Certainty {
  const written = lookup.at(-1) ?? "";
  const found = lookup.find((name) => declaredAs.has(name));
  const isAtTop = found === written && lookup.length > 1;
  if (found !== undefined && !isAtTop) return found === own ? "sure" : "declaration";
  // Without a module to inherit from, nothing else is looked for.
  if (inherited === undefined || (found !== undefined && !`.${own}`.endsWith(`.${written}`))) return "scope";
  const above = new Set(inherited.filter((name) => declaredAs.has(name)));
  if (found === undefined) return above.size === 1 && above.has(own) ? "sure" : "likely";
  if (inherited.length === 0) return found === own ? "sure" : "declaration";
  const isOnly = [...declaredAs.keys()].every((name) => name === found || !name.endsWith(`.${found}`));
  return found === own && isOnly ? "sure" : "likely";
}
