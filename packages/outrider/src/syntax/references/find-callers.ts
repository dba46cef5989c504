import { codeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { ProjectSymbols } from "../project-symbols.ts";
import { findReferences, type Reference } from "./find-references.ts";
import { type GraphNode, type GraphStep, nodeOf } from "./graph-node.ts";
import type { ProofOptions } from "./prove-members.ts";
import { referenceRulesOf } from "./reference-rules.ts";
import { chainOf } from "./symbol-chain.ts";
import { type TargetFile, targetOf } from "./target.ts";

/** Who calls a function: the functions around the calls; top-level code counts as its file. */
export async function findCallers(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  node: GraphNode,
  options: ProofOptions,
): Promise<GraphStep> {
  // Top-level code is not called.
  if (node.symbol.name === "") return { calls: [], outside: [] };
  const { files, unread, late } = await findReferences(symbols, node, options);
  const isCalled = callsOf(node);
  const calls = files.flatMap((file) =>
    file.references.filter(isCalled).map(({ within, line, start, name, certainty }) => ({
      node: callerIn(file, within),
      line,
      at: { start, end: start + name.length },
      certainty,
    })),
  );
  const isUse = (at: Reference): boolean => at.role === "use" && !isCalled(at);
  const uses = files.flatMap(({ references }) => references.filter(isUse)).length;
  return { calls, outside: [], unread, uses, ...(late === undefined ? {} : { late }) };
}

/** Which references call the function: also `require("./a").name()`, which imports it, and the name alone in some languages. */
function callsOf({ symbol, language }: GraphNode): (at: Reference) => boolean {
  const isCalledByName = codeKinds.has(symbol.kind) ? referenceRulesOf(language)?.isCalledByName : undefined;
  return ({ role, name, text, key }) => {
    if (role === "use") return key === undefined && isCalledByName?.(symbol, text) === true;
    return role === "call" || (role === "import" && text.includes(`).${name}(`));
  };
}

/** The function around a place; anonymous callbacks count as their enclosing function. */
export function callerIn(file: TargetFile, within: number | undefined): GraphNode {
  const around = chainOf(file.symbols, within);
  const symbol = around.find(({ kind }) => codeKinds.has(kind)) ?? around.at(0) ?? topOf(file.file);
  return nodeOf(targetOf(file, symbol));
}

/** Represents the code of a file outside all functions. It is never called by name. */
function topOf(file: string): CodeSymbol {
  const nowhere = { start: -1, end: -1 };
  return {
    name: "",
    kind: "module",
    path: "",
    overload: undefined,
    parent: undefined,
    span: nowhere,
    nameSpan: nowhere,
    bodySpan: undefined,
    docSpan: undefined,
    line: 0,
    startLine: 0,
    endLine: 0,
    signature: `top of ${file}`,
    doc: undefined,
    exported: false,
    test: false,
  };
}
