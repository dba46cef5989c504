import type { CodeSymbol } from "../code-symbol.ts";
import { type GraphNode, nodeOf } from "../references/graph-node.ts";
import { targetOf } from "../references/target.ts";
import type { TypeFile } from "./type-step.ts";

/** The members of a name that a declaration has itself; code that stands apart from its class counts once, with the class. */
export function membersNamed(
  name: string,
  holder: CodeSymbol,
  file: TypeFile & { readonly file: string },
): readonly GraphNode[] {
  const found = file.symbols.filter(
    (symbol) =>
      symbol.name === name &&
      symbol.parent !== undefined &&
      file.symbols[symbol.parent]?.nameSpan.start === holder.nameSpan.start,
  );
  const withCode = found.filter(({ bodySpan }) => bodySpan !== undefined);
  const chosen = withCode.length > 0 ? withCode : found;
  return chosen.map((symbol) => nodeOf(targetOf(file, symbol)));
}
