import { typeKinds } from "../../languages/symbol-kind.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { type Doubtful, findMember, impliedMember, receiverTypeAt, supertypesOf } from "./follow-types.ts";
import { isOfUnnamedType } from "./called-types.ts";
import { type FoundMember, type GraphNode, nodeOf } from "./graph-node.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { proveByLookup } from "./prove-by-lookup.ts";
import { isOwnReceiver, referenceRulesOf } from "./reference-rules.ts";
import { outerPath } from "./lexical-scope.ts";
import { type NameResolver, openNameResolver, ownType } from "./resolve-name.ts";
import { typeAround } from "./superclass.ts";
import { chainOf } from "./symbol-chain.ts";
import { type Target, targetOf } from "./target.ts";

/**
 * "sure" for the places whose receiver is of the target's type, or of one that inherits the target; "member" where another type has
 * the member. Each name on the way is resolved by scope or import, and each type is written in a declaration.
 */
export async function proveMembers(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  target: Target,
  doubtful: readonly Doubtful[],
  { signal }: { readonly signal: AbortSignal },
): Promise<ReadonlyMap<Occurrence, "sure" | "member">> {
  const proven = new Map(await proveByLookup(symbols, target, doubtful, { signal }));
  const asked = doubtful.filter(({ file, at }) => at.receiverPath !== undefined || mayBeInherited(file, at));
  const { unproven } = referenceRulesOf(target.language)?.writtenTypes ?? {};
  if (asked.length === 0 || unproven?.has(target.symbol.name) === true) return proven;
  const names = await openNameResolver(symbols, asked, { signal });
  const known = new Map<string, Promise<"sure" | "member" | undefined>>();
  for (const { file, at } of asked) {
    const { written, steps } = at.receiverPath ?? { steps: [] };
    const isOwn = steps.length === 0 ? written === undefined : isOwnReceiver(steps[0]?.name ?? "");
    const own = isOwn ? pathAround(file, at) : undefined;
    const origin = written?.span.start ?? own ?? steps[0]?.start;
    const rest = steps.map((step, index) => `${index === 0 && written === undefined ? "" : step.name} ${step.isCall}`);
    const around = (at.implied ?? []).map((path) => path.written?.span.start ?? path.steps[0]?.start);
    const key = [file.file, origin, ...around, ...rest].join("\n");
    const answer = known.get(key) ?? judge({ file, at });
    known.set(key, answer);
    const found = await answer;
    if (found !== undefined) proven.set(at, found);
  }
  return proven;

  async function judge(place: Doubtful): Promise<"sure" | "member" | undefined> {
    if (place.at.receiverPath === undefined) {
      const implied = await impliedMember(names, place, target.symbol.name);
      const types = typesAround(names, place.file, place.at);
      const inherited = implied ?? (await inheritedAt(names, types, target.symbol.name));
      if (inherited === undefined || inherited === "unknown") return undefined;
      if (isTarget(target, inherited)) return "sure";
      const isInTarget = types.some((type) => type?.symbol.path === target.container?.path);
      return implied === undefined && !isInTarget && (await isUnrelated(names, target, inherited.type))
        ? "member"
        : undefined;
    }
    if (isOfOwnType(place.at)) return "member";
    const type = await receiverTypeAt(names, place);
    const found = type === undefined ? undefined : await findMember(names, type, target.symbol.name);
    if (found === undefined) return undefined;
    if (isTarget(target, found)) return "sure";
    // No value belongs to two enums.
    if (target.openEnum !== undefined && found.type.symbol.kind === "enum") return "member";
    return (await isUnrelated(names, target, found.type)) ? "member" : undefined;
  }
}

/** The type of a local value has no name, so that only this value has its members. */
function isOfOwnType({ receiverPath }: Occurrence): boolean {
  const { written, steps = [] } = receiverPath ?? {};
  return steps.length === 0 && written !== undefined && /^(?:struct|union)\s*\{/.test(written.text);
}

/** The path of the type around, also where code is apart from it. */
function pathAround(file: Occurrences, at: Occurrence): string {
  const within = at.within === undefined ? undefined : file.symbols[at.within];
  return typeAround(file, at)?.path ?? outerPath(within?.path ?? "");
}

/** A bare name in a type, which nothing in the file declares or imports. */
function mayBeInherited(file: Occurrences, { name, receiver, local, key, role }: Occurrence): boolean {
  if (referenceRulesOf(file.language)?.writtenTypes?.bareMembers !== true) return false;
  if (receiver !== undefined || local !== undefined || key !== undefined || role === "import") return false;
  return !file.imports.some((site) => site.local === name);
}

/** The member that a bare name means: of the innermost type around that has it, if all types before that one are known. */
async function inheritedAt(
  names: NameResolver,
  types: readonly (GraphNode | undefined)[],
  name: string,
): Promise<FoundMember | undefined> {
  for (const type of types) {
    if (type === undefined) return undefined;
    const found = await findMember(names, type, name);
    if (found !== undefined) return found;
    if ((await supertypesOf(names, type, name)) === undefined) return undefined;
  }
  return undefined;
}

/** The types whose members a bare name may mean, the innermost first; undefined for those that are unknown. */
function typesAround(names: NameResolver, file: Occurrences, at: Occurrence): readonly (GraphNode | undefined)[] {
  const chain = chainOf(file.symbols, at.within);
  // The body of a macro means what is visible where that is used.
  if (chain[0]?.kind === "macro") return [];
  const outer = chain.filter(({ kind }) => typeKinds.has(kind));
  if (outer.length > 0)
    return outer.map((type, index) => (index === 0 ? ownType(names, file, at) : nodeOf(targetOf(file, type))));
  // Code apart from its type names it: `void Outer::Inner::read()`.
  const found: GraphNode[] = [];
  for (let path = outerPath(chain[0]?.path ?? ""); path !== ""; path = outerPath(path)) {
    const type = names.typeAt(file, path);
    if (type === undefined) break;
    found.push(type);
  }
  return found;
}

/** Neither type extends the other, so that no value of one has the member of the other. Interfaces may be fitted by any type. */
async function isUnrelated(
  names: NameResolver,
  { file, container, symbol }: Target,
  type: GraphNode,
): Promise<boolean> {
  const own = container === undefined ? undefined : names.typeIn(file, container.path);
  if (own === undefined || own.id === type.id || !isConcrete(own) || !isConcrete(type)) return false;
  const [above, aboveOwn] = [await supertypesOf(names, type, symbol.name), await supertypesOf(names, own, symbol.name)];
  return above?.has(own.id) === false && aboveOwn?.has(type.id) === false;
}

function isConcrete({ symbol }: GraphNode): boolean {
  const { kind } = symbol;
  return kind === "class" || kind === "struct" || kind === "enum" || isOfUnnamedType(symbol);
}

/** The declared member is the target, or the declaration that the target's code belongs to. */
function isTarget({ file, symbol, container, language }: Target, { type, file: home, members }: FoundMember): boolean {
  if (home === file) return members.some(({ path }) => path === symbol.path);
  const isApart = referenceRulesOf(language)?.modules === "include" && stemOf(type.file) === stemOf(file);
  return isApart && type.symbol.path === container?.path;
}

function stemOf(file: string): string {
  return file.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}
