import { languageById } from "../../languages/language-of.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import { rememberSources } from "../../lsp/resolve/symbol-at.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { isWhole } from "../../syntax/project-symbols.ts";
import { findSubtypes } from "../../syntax/hierarchy/find-subtypes.ts";
import { membersNamed, type TypeSources } from "../../syntax/hierarchy/type-step.ts";
import { nodeOf } from "../../syntax/references/graph-node.ts";
import { rememberReads } from "../../syntax/references/remember-reads.ts";
import { isMember, type Target, targetOf } from "../../syntax/references/target.ts";
import type { EditContext } from "../edit-context.ts";
import { impliedBy, isImplied } from "./implied.ts";
import { type Holder, closure, upwards } from "./type-closure.ts";

const waitMs = 10_000;
/** `override`, and `@Override` in Java. */
const overrideMark = /\boverride\b/i;
const unseenType = "a type that could not be looked at; try again when the index is built";
/** The head of a type is not longer. */
const maxHead = 1_000;

/**
 * Supertypes that demand a member, or that may since they are outside of the project, as `a.ts:3 signature` or a name. A new name
 * also matters to those that only declare it: it would not override theirs any more.
 */
export async function findRequired(
  context: EditContext,
  target: Target,
  { isRenamed = false } = {},
): Promise<readonly string[]> {
  const { project, symbols, signal } = context;
  const { container, symbol, language } = target;
  const hierarchy = languageById(language)?.hierarchy;
  if (isImplied(target)) return [impliedBy];
  if (hierarchy === undefined || !(isRenamed || hierarchy.demandsMembers === true)) return [];
  if (symbol.kind === "constructor" || symbol.kind === "member") return [];
  if (container === undefined || !isMember(target) || !typeKinds.has(container.kind)) return [];
  const sources: TypeSources = {
    symbols: rememberReads(symbols),
    read: rememberSources({ project, symbols }, signal),
  };
  const view = await symbols.view({ signal, waitMs });
  const own = await sources.read(target.file);
  const start = own === undefined ? undefined : nodeOf(targetOf({ ...own, file: target.file }, container));
  const from = start === undefined ? [] : [{ node: start, holder: container }];
  const above = await closure(from, upwards(sources, { view, signal }));
  const isCut = above.isCut || !isWhole(view);
  const required = new Set<string>(isCut ? [unseenType] : []);
  const isHidden = /\b(?:private|protected|fileprivate|static)\b/.test(symbol.signature) && !isRenamed;
  const mayAll = hierarchy.continuesInImpls === true || (isRenamed && hierarchy.marksOverrides !== true);
  for (const { name, file, start: at } of isHidden ? [] : above.outside) {
    const text = (await sources.read(file))?.text ?? "";
    const isKnown = hierarchy.isKnownIn?.(text, name) !== false;
    if (isKnown && hierarchy.known?.[name]?.test(symbol.name) === false) continue;
    const head = text.slice(Math.max(0, at - maxHead), at);
    if (mayAll || mayDemand(symbol, name, head))
      required.add(`${name}, which is outside of the project and may demand it`);
  }
  for (const { node, holder } of above.types) {
    const source = node.id === start?.id ? undefined : await sources.read(node.file);
    const named = source === undefined ? [] : membersNamed(symbol.name, holder, { ...source, file: node.file });
    for (const { symbol: member, file } of named)
      if (isDemanded(member, holder)) required.add(`${file}:${member.line + 1} ${member.signature}`);
  }
  if (!isRenamed) for (const each of await findMarked(from)) required.add(each);
  if (hierarchy.byMembers !== undefined)
    for (const { file, index } of view.search({ name: symbol.name, match: "exact" })) {
      const found = view.file(file);
      const member = found?.symbols[index];
      const around = member?.parent === undefined ? undefined : found?.symbols[member.parent];
      if (member?.name !== symbol.name || found?.language !== language || around?.kind !== "interface") continue;
      if (around.nameSpan.start !== container.nameSpan.start || file !== target.file)
        required.add(`${file}:${member.line + 1} ${member.signature}`);
    }
  return [...required];

  /** Members of subtypes that say that they override it. */
  async function findMarked(types: readonly Holder[]): Promise<readonly string[]> {
    const below = await closure(types, (node) => findSubtypes(sources, node, { signal }));
    if (below.isCut) return [unseenType];
    const marked = await Promise.all(
      below.types.slice(types.length).map(async ({ node: { file }, holder }) => {
        const source = await sources.read(file);
        const named = source === undefined ? [] : membersNamed(symbol.name, holder, { ...source, file });
        const head = ({ span, nameSpan }: CodeSymbol): string => source?.text.slice(span.start, nameSpan.start) ?? "";
        return named.filter((member) => overrideMark.test(`${head(member.symbol)} ${member.symbol.signature}`));
      }),
    );
    return marked.flat().map(({ file, symbol: { line, signature } }) => `${file}:${line + 1} ${signature}`);
  }
}

/** A type outside of the project that is not just a superclass. */
function mayDemand({ signature }: CodeSymbol, name: string, before: string): boolean {
  if (overrideMark.test(signature) || (/^I\p{Lu}/u.test(name) && /\bpublic\b/.test(signature))) return true;
  return before.lastIndexOf("implements") > Math.max(before.lastIndexOf("class "), before.lastIndexOf("extends "));
}

/** Without code of its own, so that each type has to bring it. */
function isDemanded({ name, bodySpan, signature }: CodeSymbol, { kind }: CodeSymbol): boolean {
  const isOptional = signature
    .slice(signature.indexOf(name) + name.length)
    .trimStart()
    .startsWith("?");
  if (bodySpan !== undefined || isOptional) return false;
  return kind === "interface" || kind === "trait" || /\babstract\b|=\s*0\s*;?\s*$/.test(signature);
}
