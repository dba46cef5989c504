import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import { visibleLine } from "../../../workspace/text/visible-text.ts";

/** `method Store/get in src/store.ts`. */
export function describeSymbol({ kind, path, overload }: CodeSymbol, file: string): string {
  return visibleLine(`${kind} ${path}${overload === undefined ? "" : `[${overload}]`} in ${file}`);
}
