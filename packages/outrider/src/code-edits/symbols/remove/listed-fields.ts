import { editingRulesOf } from "../../../languages/editing-of.ts";
import { typeKinds } from "../../../languages/symbol-kind.ts";
import { rememberSources } from "../../../lsp/resolve/symbol-at.ts";
import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { findReferences } from "../../../syntax/references/find-references.ts";
import { type GraphNode, nodeOf } from "../../../syntax/references/graph-node.ts";
import { type Target, targetOf } from "../../../syntax/references/target.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";
import type { EditContext } from "../../edit-context.ts";

/** A place that uses a symbol, as a line shown to people. */
export interface UsePlace {
  readonly path: string;
  readonly line: string;
}

/** Types with the type in a field, names of it, and so on: more than anyone writes. */
const maxHolders = 20;

/** Values that list all fields of a type in their order, also as a part of another value, so that no use names the field. */
export async function findListedFields(
  { project, symbols, signal }: EditContext,
  { container, symbol, language, file: own }: Target,
): Promise<readonly UsePlace[]> {
  const { listsFields, listsArguments } = editingRulesOf(language);
  if (listsFields === undefined || symbol.kind !== "property") return [];
  const read = rememberSources({ project, symbols }, signal);
  const source = await read(own);
  const all = source?.symbols ?? [];
  if (container === undefined || !typeKinds.has(container.kind)) {
    const close = closeBehind(source?.text ?? "", symbol.span.end);
    const isListed = listsFields(source?.text ?? "", { start: close, end: close + 1 }, symbol.signature);
    return isListed ? [{ path: own, line: visibleLine(`${own}:${symbol.line + 1} lists the fields of its type`) }] : [];
  }
  // Values of a type with constructors are made by these, and static fields are in no value.
  const isMade = all.some(({ path }) => path === `${container.path}/${container.name}`);
  if (isMade || /^static\b/.test(symbol.signature)) return [];
  const places: UsePlace[] = [];
  const holders = new Map<string, GraphNode>();
  const functions = new Map<string, GraphNode>();
  add(holders, { file: own, language, symbols: all }, container);
  // Those that are added meanwhile are visited, too.
  for (const holder of holders.values()) {
    if (holders.size + functions.size > maxHolders) return [...places, tooMany()];
    for (const file of (await findReferences(symbols, holder, { signal })).files) {
      const text = (await read(file.file))?.text ?? "";
      for (const { role, start, name, line, text: shown, within } of file.references) {
        if (role === "definition") continue;
        const around = within === undefined ? undefined : file.symbols[within];
        if (around?.kind === "type") add(holders, file, around);
        if (around?.kind === "property") add(holders, file, file.symbols[around.parent ?? -1]);
        const isTaken =
          around !== undefined && isParameter(around, start) && !/^\s*\*/.test(text.slice(start + name.length));
        if (listsArguments !== undefined && isTaken) add(functions, file, around);
        if (listsFields(text, { start, end: start + name.length }, symbol.signature))
          places.push({ path: file.file, line: visibleLine(`${file.file}:${line + 1} lists its fields: ${shown}`) });
      }
    }
  }
  for (const called of functions.values()) {
    for (const { file, references } of (await findReferences(symbols, called, { signal })).files) {
      const text = (await read(file))?.text ?? "";
      for (const { role, start, name, line, text: shown } of references)
        if (role === "call" && listsArguments?.(text, start + name.length) === true)
          places.push({ path: file, line: visibleLine(`${file}:${line + 1} lists its fields: ${shown}`) });
    }
  }
  return places;

  function tooMany(): UsePlace {
    return { path: own, line: visibleLine(`${own}:${symbol.line + 1} is in more types than are looked through`) };
  }
}

function add(
  nodes: Map<string, GraphNode>,
  file: Parameters<typeof targetOf>[0],
  symbol: CodeSymbol | undefined,
): void {
  if (symbol === undefined) return;
  const node = nodeOf(targetOf(file, symbol));
  nodes.set(node.id, nodes.get(node.id) ?? node);
}

/** In the head of a function, behind its name. */
function isParameter({ nameSpan, bodySpan, span, signature }: CodeSymbol, at: number): boolean {
  return signature.includes("(") && nameSpan.end < at && at < (bodySpan?.start ?? span.end);
}

/** Where a type without a name ends whose values follow: `[]struct { a int }{{1}}`. */
function closeBehind(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && (depth -= 1) < 0) return at;
  }
  return text.length;
}
