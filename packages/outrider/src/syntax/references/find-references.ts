import type { ProjectSymbols } from "../project-symbols.ts";
import type { Known } from "./importer.ts";
import { createClassifier } from "./classify.ts";
import { gatherOccurrences } from "./gather-occurrences.ts";
import type { Occurrence, Occurrences } from "./occurrence.ts";
import { isMember, type Target } from "./target.ts";

export interface Reference extends Occurrence {
  readonly certainty: Known;
  /** A language server reports that a value is assigned here. */
  readonly write?: true;
}

export interface FileReferences extends Omit<Occurrences, "occurrences"> {
  readonly references: readonly Reference[];
}

export interface References {
  readonly files: readonly FileReferences[];
  /** Places with the name that mean something else: local values, other symbols with the same name. */
  readonly others: number;
  /** Files with the name that could not be parsed. */
  readonly unread: readonly string[];
  /** How many files contain the word, including in texts and comments. */
  readonly naming: number;
  /** Every place that was examined, including those that mean something else. */
  readonly looked: readonly Occurrences[];
}

/** Every place that refers to a symbol, as far as scopes and imports can tell. Declarations count too. */
export async function findReferences(
  symbols: Pick<ProjectSymbols, "filesNaming" | "occurrences" | "view">,
  wanted: Target,
  { signal }: { readonly signal: AbortSignal },
): Promise<References> {
  const target = asType(wanted);
  const { files: gathered, importers, unread, naming } = await gatherOccurrences(symbols, target, { signal });
  const classify = createClassifier(target, importers);
  const files: FileReferences[] = [];
  const looked: Occurrences[] = [];
  let others = 0;
  for (const file of gathered) {
    const occurrences = isMember(target)
      ? file.occurrences.filter(({ name }) => name === target.symbol.name)
      : file.occurrences;
    looked.push({ ...file, occurrences });
    const references = occurrences.flatMap((at): Reference[] => {
      const certainty = classify(file, at);
      return certainty === "other" || !isWanted(wanted, at) ? [] : [{ ...at, certainty }];
    });
    others += occurrences.length - references.length;
    if (references.length > 0) files.push({ ...file, references });
  }
  return { files, others, unread, naming, looked };
}

/** A constructor is called by the name of its type. */
function asType(target: Target): Target {
  const { symbol, container } = target;
  return symbol.kind === "constructor" && container !== undefined
    ? { ...target, symbol: container, container: undefined }
    : target;
}

function isWanted({ symbol, container }: Target, { role }: Occurrence): boolean {
  return symbol.kind !== "constructor" || container === undefined || role === "call";
}
