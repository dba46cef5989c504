import type { CodeSymbol } from "../../../syntax/code-symbol.ts";
import type { ModuleFile } from "../module-files.ts";
import type { CutCode } from "./cut-code.ts";

/** A declaration on its way from one file to another. */
export interface SymbolMove {
  readonly name: string;
  /** All of the top level that have the name. */
  readonly symbols: readonly CodeSymbol[];
  readonly old: ModuleFile;
  /** All symbols of the old file. */
  readonly oldSymbols: readonly CodeSymbol[];
  /** Undefined when it is made. */
  readonly target: ModuleFile | undefined;
  /** Path of the target below the root. */
  readonly to: string;
  readonly cut: CutCode;
  readonly force: boolean;
}

export function isCut({ cut }: Pick<SymbolMove, "cut">, offset: number): boolean {
  return cut.spans.some(({ start, end }) => start <= offset && offset < end);
}
