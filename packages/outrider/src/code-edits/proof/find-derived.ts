import { editingRulesOf } from "../../languages/editing-of.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { ViewedFile } from "../../syntax/project-symbols.ts";
import { isMember, type Target } from "../../syntax/references/target.ts";
import type { EditContext } from "../edit-context.ts";

/** A declaration whose name is made of that of another symbol. */
export interface Derived {
  readonly file: ViewedFile;
  readonly symbol: CodeSymbol;
  /** Where in its name the other one stands. */
  readonly offset: number;
}

export async function findDerived({ symbols, signal }: EditContext, target: Target): Promise<readonly Derived[]> {
  const { derived } = editingRulesOf(target.language).names;
  const { container, symbol, file: own } = target;
  if (derived === undefined || (container !== undefined && !isMember(target))) return [];
  const named = { name: symbol.name, owner: container?.name, file: own };
  const files = await symbols.filesWith([derived.word(named)], { signal });
  return files.flatMap((file) =>
    file.symbols.flatMap((each) => {
      const offset =
        each.parent === undefined ? derived.offsetIn({ name: each.name, file: file.path }, named) : undefined;
      return offset === undefined ? [] : [{ file, symbol: each, offset }];
    }),
  );
}
