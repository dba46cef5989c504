import { languageById } from "../../languages/language-of.ts";
import { codeKinds, typeKinds } from "../../languages/symbol-kind.ts";
import { rememberSources } from "../../lsp/resolve/symbol-at.ts";
import { membersNamed, type TypeSources } from "../../syntax/hierarchy/type-step.ts";
import { findReferences } from "../../syntax/references/find-references.ts";
import { type GraphNode, nodeOf } from "../../syntax/references/graph-node.ts";
import { referenceRulesOf } from "../../syntax/references/reference-rules.ts";
import { rememberReads } from "../../syntax/references/remember-reads.ts";
import { isMember, type Target, targetOf } from "../../syntax/references/target.ts";
import type { EditContext } from "../edit-context.ts";
import { isPrivate } from "./member-doubt.ts";
import { type Holder, closure, upwards } from "./type-closure.ts";

const waitMs = 10_000;
/** So many uses of a member tell enough. */
const maxUses = 3;

/**
 * Who may reach a member by that of a type above which it overrides, as `a.ts:3 code`: without it, these would run the other one.
 * A type outside of the project may call whatever overrides its own.
 */
export async function findInheritedUses(context: EditContext, target: Target): Promise<readonly string[]> {
  const { project, symbols, signal } = context;
  const { container, symbol, language } = target;
  if (container === undefined || !mayOverride(target)) return [];
  const sources: TypeSources = { symbols: rememberReads(symbols), read: rememberSources({ project, symbols }, signal) };
  const own = await sources.read(target.file);
  if (own === undefined) return [];
  const view = await symbols.view({ signal, waitMs });
  const start = nodeOf(targetOf({ ...own, file: target.file }, container));
  const above = await closure([{ node: start, holder: container }], upwards(sources, { view, signal }));
  const head = `${own.text.slice(symbol.span.start, symbol.nameSpan.start)} ${symbol.signature}`;
  const isMarked = /\boverride\b/i.test(head);
  const mustMark = languageById(language)?.hierarchy?.marksOverrides === true;
  const found = new Set<string>();
  for (const each of above.types.slice(1)) {
    if (mustMark && !isMarked && each.holder.kind === "class") continue;
    for (const member of await membersOf(each)) for (const use of await usesOf(member)) found.add(use);
  }
  if (isMarked || !mustMark) for (const name of await callersOutside()) found.add(name);
  return [...found];

  async function membersOf({ node, holder }: Holder): Promise<readonly GraphNode[]> {
    const source = await sources.read(node.file);
    return source === undefined ? [] : membersNamed(symbol.name, holder, { ...source, file: node.file });
  }

  /** What the removed code itself uses does not need it. */
  async function usesOf(member: GraphNode): Promise<readonly string[]> {
    const { files } = await findReferences(symbols, member, { signal });
    const places = files.flatMap(({ file, references }) =>
      references
        .filter(({ role }) => role === "call" || role === "use")
        .filter((at) => file !== target.file || at.start < symbol.span.start || at.start >= symbol.span.end)
        .map(({ line, text }) => `${file}:${line + 1} ${text}`),
    );
    return places.slice(0, maxUses);
  }

  /** Types outside of the project that may have the member and call it. */
  async function callersOutside(): Promise<readonly string[]> {
    const { known, isKnownIn } = languageById(language)?.hierarchy ?? {};
    const named = await Promise.all(
      above.outside.map(async ({ name, file }) => {
        const isLibrary = isKnownIn?.((await sources.read(file))?.text ?? "", name) !== false;
        return isLibrary && known?.[name]?.test(symbol.name) === false ? [] : [name];
      }),
    );
    return named.flat().map((name) => `${name}, which is outside of the project and may call what overrides its own`);
  }
}

/** Whether a type above may have a member that this one takes the place of. */
function mayOverride(target: Target): boolean {
  const { container, symbol, language } = target;
  const { hierarchy, members } = languageById(language) ?? {};
  if (container === undefined || !isMember(target) || !typeKinds.has(container.kind)) return false;
  if (hierarchy === undefined || symbol.kind === "constructor" || symbol.kind === "member" || isPrivate(target))
    return false;
  if (members?.ownFields === true && !codeKinds.has(symbol.kind)) return false;
  // Where members are used by their bare names, those of the type itself are bound to it.
  return !(/\bstatic\b/.test(symbol.signature) && referenceRulesOf(language)?.implicitSelf === true);
}
