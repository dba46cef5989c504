import type { OutsidePlace, OutsideType } from "../../languages/written-types.ts";
import { isWhole, type SymbolView } from "../project-symbols.ts";
import type { Occurrences } from "./occurrence.ts";
import { namespaceOf, referenceRulesOf } from "./reference-rules.ts";

/** The type of these words in a file, if it is known to be outside of the project. */
export type AskOutside = (
  file: string,
  words: readonly string[],
  at: Pick<OutsidePlace, "span" | "isValue" | "isCalled" | "hasArguments">,
) => Promise<OutsideType | undefined>;

/** Asks the rules of a file's language; only a table with all files tells that no other has a type of a name. */
export function outsideIn(
  view: SymbolView,
  open: (path: string) => Promise<Occurrences | undefined>,
  project: Pick<OutsidePlace, "isDeclared" | "hasFiles">,
): AskOutside {
  return async (path, words, at) => {
    const rule = referenceRulesOf(view.file(path)?.language ?? "")?.writtenTypes?.outside;
    const file = rule === undefined || !isWhole(view) ? undefined : await open(path);
    return file && rule?.(words, { ...at, ...factsOf(file), ...project });
  };
}

type FileFacts = Pick<OutsidePlace, "file" | "imports" | "dependencies" | "namespace" | "packageName" | "heads">;

function factsOf({ file, imports, symbols, package: own, namespace = namespaceOf(symbols) }: Occurrences): FileFacts {
  const heads = symbols.map(({ signature }) => signature);
  return { file, imports, dependencies: own?.dependencies ?? [], namespace, packageName: own?.name, heads };
}
