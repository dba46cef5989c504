import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import type { Occurrence, Occurrences } from "../../syntax/references/occurrence.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import { editingRulesOf } from "../../languages/editing-of.ts";
import type { EditContext } from "../edit-context.ts";
import { findRequired } from "./find-required.ts";

/** Why a member may be meant or needed where its name is not explained; undefined if its places are all that matters. */
export async function doubtOfMember(
  context: EditContext,
  target: Target,
  /** Some place in the project surely uses it. */
  isUsed: boolean,
  /** The members that are renamed with it, as `a.ts:3 signature`. */
  shared: readonly string[] = [],
): Promise<string | undefined> {
  const { container, symbol, language } = target;
  if (!isMember(target) || isPrivate(target)) return undefined;
  const rules = languageById(language)?.members;
  const isInType = container !== undefined && (typeKinds.has(container.kind) || container.kind === "type");
  if (rules === undefined || !isInType) return "it is reached through values, whose types only a server knows";
  if (rules.shared === "shapes" && symbol.name.length < shortest) return "so short a name is not looked for in texts";
  if (isOwnField(target) || symbol.kind === "member") return undefined;
  if (rules.shared !== "heads" && codeKinds.has(symbol.kind) && !isUsed)
    return "nothing here is proven to use it, so code outside of the project may need it";
  const all = await findRequired(context, target, { isRenamed: true });
  const required = all.filter((each) => !shared.includes(each));
  return required.length === 0
    ? undefined
    : `it may be needed under this name by ${required.slice(0, maxNamed).join("; ")}`;
}

const maxNamed = 3;
/** Texts are not searched for shorter names. */
const shortest = 3;

/** Whether a declaration with the name of a member is a separate thing, which keeps its name. */
export function isOtherMember(target: Target, { symbols }: Occurrences, at: Occurrence): boolean {
  if (isPrivate(target) || isOwnField(target)) return true;
  const { members } = languageById(target.language) ?? {};
  if (members?.shared === "heads") return true;
  if (members === undefined) return false;
  const declared = symbols.find(({ nameSpan }) => nameSpan.start <= at.start && at.start < nameSpan.end);
  // Parameters and local values; what a pattern takes out of a value may be the member.
  if (declared === undefined) return at.key === undefined && at.local !== undefined;
  const around = declared.parent === undefined ? undefined : symbols[declared.parent];
  if (declared.path === declared.name || around === undefined) return true;
  if (members.shared !== "interfaces") return false;
  // Any type may have the methods of an interface for its sake.
  if (target.container?.kind === "interface" && codeKinds.has(target.symbol.kind)) return !codeKinds.has(declared.kind);
  // Without an interface that has it, the methods of two types have nothing to do with each other.
  return around.kind !== "interface" || !codeKinds.has(declared.kind);
}

function isOwnField({ language, symbol }: Target): boolean {
  return languageById(language)?.members?.ownFields === true && !codeKinds.has(symbol.kind);
}

export function isPrivate(target: Target): boolean {
  return isPrivateName(target) || isPrivateMember(target);
}

/** `#name` is only visible in its class, whatever precedes it. */
export function isPrivateName({ language, symbol }: Target): boolean {
  const { privateMark } = editingRulesOf(language).names;
  return privateMark !== undefined && symbol.name.startsWith(privateMark);
}

/** Declared private: no type above or below and no other file can mean it. */
function isPrivateMember({ symbol }: Target): boolean {
  return /^[^=({]*\bprivate\b(?!\s*[([]|\s+set\b)/.test(symbol.signature);
}
