import type { SignatureRules } from "../../languages/signatures.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import type { ItemList } from "../../syntax/signatures/signature-lists.ts";
import type { Target } from "../../syntax/references/target.ts";
import type { Replacement } from "../../workspace/text/text-file.ts";
import type { SignatureEdit } from "../code-edit.ts";
import type { Draft, DraftFile } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import type { UnprovenPlace } from "../proof/proof.ts";
import type { PlannedChange } from "./plan-change.ts";
import type { WrittenItem } from "./rewrite-list.ts";

/** A change of a signature while it is planned. */
export interface Signing {
  readonly context: EditContext;
  readonly draft: Draft;
  readonly edit: SignatureEdit;
  readonly target: Target;
  readonly rules: SignatureRules;
  readonly main: DeclaredList;
  readonly change: PlannedChange;
  /** The names of the types that declare it. */
  readonly typeNames: ReadonlySet<string>;
}

/** A declaration with its parameters. */
export interface DeclaredList {
  readonly file: DraftFile;
  /** Undefined for a function in a literal. */
  readonly symbol: CodeSymbol | undefined;
  readonly list: ItemList;
  /** Where the name stands. */
  readonly start: number;
}

/** The new list. */
export interface ListEdit {
  readonly list: ItemList;
  readonly written: readonly WrittenItem[];
  readonly sort: "parameters" | "arguments";
  /** The name before it; undefined where a word stands for a constructor. */
  readonly name: { readonly start: number; readonly end: number } | undefined;
  readonly headEnd: number | undefined;
  readonly line: number;
}

/** What becomes of a file. */
export interface FileWork {
  readonly file: DraftFile;
  readonly lists: readonly ListEdit[];
  readonly others: readonly Replacement[];
}

/** Why a place cannot be changed with proof; with an edit it can be changed all the same. */
export interface OpenPlace extends UnprovenPlace {
  readonly edit?: ListEdit;
  /** The same as work on its file. */
  readonly work?: readonly FileWork[];
}

export function headEndOf({ bodySpan, span }: CodeSymbol): number {
  return bodySpan?.start ?? span.end;
}
