import { languageById } from "../../languages/language-of.ts";
import { codeKinds } from "../../languages/symbol-kind.ts";
import type { MeantMember, OutsideType } from "../../languages/written-types.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { limitSignal } from "../../workspace/time/limit-signal.ts";
import { bareMember, hasClosedTypes, mayBeInherited, memberOf, typesAround } from "./bare-members.ts";
import { isDistinct, isOfUnnamedType } from "./called-types.ts";
import { type Doubtful, receiverTypeAt } from "./follow-types.ts";
import type { SearchOptions } from "./gather-occurrences.ts";
import type { GraphNode } from "./graph-node.ts";
import { isJoined } from "./joined-types.ts";
import { outerPath } from "./lexical-scope.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { partByDistance } from "./part-by-distance.ts";
import { proveByLookup } from "./prove-by-lookup.ts";
import { readType } from "./read-type.ts";
import { isOwnReceiver, referenceRulesOf } from "./reference-rules.ts";
import { type NameResolver, openNameResolver } from "./resolve-name.ts";
import { typeAround } from "./superclass.ts";
import { isMember, type Target } from "./target.ts";
import { asHead } from "./type-head.ts";
import { supertypesOf } from "./type-members.ts";
import type { FoundMember } from "./type-state.ts";

/**
 * "sure" for the places whose receiver is of the target's type, or of one that inherits the target; "member" where another type has
 * the member. Each name on the way is resolved by scope or import, and each type is written in a declaration.
 */
export async function proveMembers(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  target: Target,
  doubtful: readonly Doubtful[],
  { signal, proof }: Pick<ProofOptions, "signal" | "proof">,
): Promise<{ readonly proven: ReadonlyMap<Occurrence, "sure" | "member">; readonly isCut: boolean }> {
  const proven = new Map<Occurrence, "sure" | "member">();
  if (proof !== undefined && doubtful.length > proof.most) return { proven, isCut: true };
  const limit = proof === undefined ? undefined : limitSignal([signal], proof.ms);
  try {
    await proveInto(proven, symbols, { target, doubtful, signal: limit?.signal ?? signal });
    return { proven, isCut: false };
  } catch (error) {
    signal.throwIfAborted();
    if (limit?.isLate() !== true) throw error;
    return { proven, isCut: true };
  } finally {
    limit?.release();
  }
}

export interface ProofOptions extends SearchOptions {
  /** How long types are followed, and for how many places at most; others stay doubtful. Default: no limits. */
  readonly proof?: { readonly ms: number; readonly most: number } | undefined;
}

/** How many times files are read for one answer, besides those with the name: for all places, and for those that are far. */
const maxReads = 200;
const farReads = 60;

interface MemberProof {
  readonly target: Target;
  readonly doubtful: readonly Doubtful[];
  readonly signal: AbortSignal;
}

async function proveInto(
  proven: Map<Occurrence, "sure" | "member">,
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  { target, doubtful, signal }: MemberProof,
): Promise<void> {
  for (const [at, found] of await proveByLookup(symbols, target, doubtful, { signal })) proven.set(at, found);
  const asked = doubtful.filter(({ file, at }) => at.receiverPath !== undefined || mayBeInherited(file, at));
  const { unproven } = referenceRulesOf(target.language)?.writtenTypes ?? {};
  if (asked.length === 0 || unproven?.has(target.symbol.name) === true) return;
  const names = await openNameResolver(symbols, asked, { signal, maxReads });
  const { near, far } = await partByDistance(symbols, target, asked, { signal });
  const known = new Map<string, Promise<"sure" | "member" | undefined>>();
  for (const place of near) await prove(place);
  const enough = Math.max(farReads, names.reads() + farReads / 2);
  for (const place of far) if (names.reads() < enough) await prove(place);

  async function prove({ file, at }: Doubtful): Promise<void> {
    signal.throwIfAborted();
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

  async function judge(place: Doubtful): Promise<"sure" | "member" | undefined> {
    const { name } = target.symbol;
    const { key, receiverPath } = place.at;
    if (receiverPath === undefined) {
      const found = await bareMember(names, place, name);
      return isMeantBy(place.at, found) ? await judgeFound(found, mayBeHidden(place)) : undefined;
    }
    if (isOfOwnType(place)) return "member";
    const type = await receiverTypeAt(names, place);
    if (type === undefined) return undefined;
    if ("outside" in type) return (await mayHave(names, target, type.outside)) ? undefined : "member";
    if (key === "element") return judgeKey(target, type);
    const found = await memberOf(names, type, name);
    return isMeantBy(place.at, found) ? await judgeFound(found, false) : undefined;
  }

  async function judgeFound(
    found: FoundMember | "outside" | undefined,
    isHidden: boolean,
  ): Promise<"sure" | "member" | undefined> {
    if (found === undefined) return undefined;
    if (found === "outside") return (await hasNoPart(names, target)) ? "member" : undefined;
    if (isTarget(target, found)) return "sure";
    // No value belongs to two enums.
    if (target.openEnum !== undefined && found.type.symbol.kind === "enum") return "member";
    return !isHidden && (await isUnrelated(names, target, found.type)) ? "member" : undefined;
  }

  /** Something around a bare name may have the target without a word of it in any head. */
  function mayBeHidden({ file, at }: Doubtful): boolean {
    if (hasClosedTypes(file.language)) return false;
    const { path } = target.container ?? {};
    return at.implied !== undefined || typesAround(names, file, at).some((type) => type?.symbol.path === path);
  }
}

/** A field may have the name of a method that hides it from this search. */
function isMeantBy({ kinds }: Occurrence, found: FoundMember | "outside" | undefined): boolean {
  if (kinds === undefined || found === undefined || found === "outside") return true;
  return found.members.some(({ kind }) => kinds.includes(kind));
}

/** In C, where types embed none, the type of a local value has no name: only this value has its members. */
function isOfOwnType({ file, at }: Doubtful): boolean {
  const { written, steps = [] } = at.receiverPath ?? {};
  if (referenceRulesOf(file.language)?.modules !== "include") return false;
  return steps.length === 0 && written !== undefined && /^(?:struct|union)\s*\{/.test(written.text);
}

/** The path of the type around, also where code is apart from it. */
function pathAround(file: Occurrences, at: Occurrence): string {
  const within = at.within === undefined ? undefined : file.symbols[at.within];
  return typeAround(file, at)?.path ?? outerPath(within?.path ?? "");
}

/** Whether a value of a type from outside may have the target. */
async function mayHave(names: NameResolver, target: Target, outside: OutsideType): Promise<boolean> {
  const { file, symbol, container } = target;
  if (outside.mayHave({ ...symbol, file, start: symbol.nameSpan.start, owner: container } satisfies MeantMember))
    return true;
  return outside.mayBeExtended === true && !(await hasNoPart(names, target));
}

/** A key of a literal is a field that its type itself has. */
function judgeKey({ file, container, ...target }: Target, type: GraphNode): "sure" | "member" | undefined {
  if (type.symbol.kind !== "struct") return isMember({ container }) && hasElements(type) ? "member" : undefined;
  if (!isMember({ container })) return target.isEmbedded === true ? undefined : "member";
  return type.file === file && type.symbol.path === container?.path ? "sure" : "member";
}

/** The keys of a list or map are values. */
function hasElements({ language, symbol }: GraphNode): boolean {
  const { underlying, opened } = referenceRulesOf(language)?.writtenTypes ?? {};
  const type = readType(underlying?.(symbol) ?? "");
  return symbol.kind === "type" && opened?.get("[]")?.has(type?.words[0] ?? "") === true;
}

/** Types from outside have no part in the target: they have no such field, nor a method that the target may override. */
async function hasNoPart(names: NameResolver, { file, container, symbol, language }: Target): Promise<boolean> {
  const own = container === undefined ? undefined : names.typeIn(file, container.path);
  if (own === undefined || !isConcrete(own)) return false;
  if (!codeKinds.has(symbol.kind)) return true;
  if (languageById(language)?.impliedMembers?.test(symbol.name, symbol.signature) === true) return false;
  return (await supertypesOf(names, own, symbol.name)) !== undefined;
}

/** Neither type extends the other, so that no value of one has the member of the other. Interfaces may be fitted by any type. */
async function isUnrelated(
  names: NameResolver,
  { file, container, symbol, joined }: Target,
  type: GraphNode,
): Promise<boolean> {
  if (isJoined(joined, type.symbol.name)) return false;
  const own = container === undefined ? undefined : names.typeIn(file, container.path);
  if (own === undefined || own.id === type.id || !isConcrete(own) || !isConcrete(type)) return false;
  const [above, aboveOwn] = [await supertypesOf(names, type, symbol.name), await supertypesOf(names, own, symbol.name)];
  return above?.has(own.id) === false && aboveOwn?.has(type.id) === false;
}

function isConcrete(node: GraphNode): boolean {
  const { kind, signature } = node.symbol;
  // Any type with the members of a protocol is one.
  if (languageById(node.language)?.hierarchy?.byMembers?.(signature, asHead(node.symbol)) === true) return false;
  return kind === "class" || kind === "struct" || kind === "enum" || isDistinct(node) || isOfUnnamedType(node.symbol);
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
