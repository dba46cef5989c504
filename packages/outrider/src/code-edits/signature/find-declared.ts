import { ToolError, isToolError } from "toolwright";
import { languageById } from "../../languages/language-of.ts";
import type { SignatureRules } from "../../languages/signatures.ts";
import { typeKinds } from "../../languages/symbol-kind.ts";
import type { CodeSymbol } from "../../syntax/code-symbol.ts";
import { type Target, targetOf } from "../../syntax/references/target.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import type { SignatureEdit } from "../code-edit.ts";
import type { Draft } from "../draft.ts";
import type { EditContext } from "../edit-context.ts";
import { type FoundSymbol, findSymbolToEdit } from "../find-symbol-to-edit.ts";
import { editedBefore } from "../workspace-edit/collect-edit.ts";
import { type DeclaredList, headEndOf } from "./signing.ts";

export interface DeclaredFunction {
  readonly target: Target;
  readonly rules: SignatureRules;
  readonly main: DeclaredList;
  readonly symbols: readonly CodeSymbol[];
}

/** The function that is meant, with its parameters; a class stands for its constructor. */
export async function findDeclared(context: EditContext, draft: Draft, edit: SignatureEdit): Promise<DeclaredFunction> {
  const { file, symbol: named, declared } = await findOne(context, draft, edit);
  if (file.isChanged) throw editedBefore(file.path);
  const language = languageById(declared.language);
  const rules = language !== undefined && "grammar" in language ? language.signatures : undefined;
  if (rules === undefined) {
    const title = language?.title ?? declared.language;
    throw new ToolError(
      "no_signatures",
      `Signatures in ${title} are not changed as a whole. Replace the declaration and each call instead; \`${context.otherWays.findReferences}\` lists the calls.`,
    );
  }
  const symbol = constructorOf(named, declared.symbols) ?? named;
  const place = { ...symbol.nameSpan, headEnd: headEndOf(symbol) };
  const read = await context.symbols.listsOf({ file: file.path, text: file.text, places: [place] }, context);
  const [found] = read?.places ?? [];
  const what = visibleLine(`${symbol.kind} ${symbol.path}`);
  if (found?.kind !== "parameters") {
    const hint = typeKinds.has(symbol.kind) ? " It declares no constructor." : "";
    throw new ToolError("no_parameters", `The ${what} has no list of parameters.${hint} Nothing was changed.`);
  }
  if (found.list.hasTypeApart === true)
    throw new ToolError(
      "no_parameters",
      `The type of the ${what} is written beside its value, so its parameters are declared twice. Replace the declaration instead. Nothing was changed.`,
    );
  const target = targetOf({ file: file.path, language: declared.language, symbols: declared.symbols }, symbol);
  const main = { file, symbol, list: found.list, start: symbol.nameSpan.start };
  return { target, rules, main, symbols: declared.symbols };
}

/** Heads and body of one function share a name path; functions that share it where that is allowed do not. */
async function findOne(context: EditContext, draft: Draft, edit: SignatureEdit): Promise<FoundSymbol> {
  try {
    return await findSymbolToEdit(context, draft, edit);
  } catch (error) {
    if (!isToolError(error) || error.code !== "ambiguous_symbol" || /\[\d+\]$/.test(edit.symbol)) throw error;
    const first = await findSymbolToEdit(context, draft, { ...edit, symbol: `${edit.symbol}[0]` }).catch(() => {
      throw error;
    });
    const language = languageById(first.declared.language);
    const hasOverloads = language !== undefined && "grammar" in language && language.signatures?.overloads === true;
    if (hasOverloads) throw error;
    return first;
  }
}

function constructorOf(type: CodeSymbol, symbols: readonly CodeSymbol[]): CodeSymbol | undefined {
  if (!typeKinds.has(type.kind)) return undefined;
  const all = symbols.filter(
    ({ kind, parent }) =>
      kind === "constructor" && parent !== undefined && symbols[parent]?.nameSpan.start === type.nameSpan.start,
  );
  const [first, ...others] = all;
  if (others.length === 0) return first;
  const names = all.map(({ path, overload, line }) => `${path}[${overload ?? 0}] (line ${line + 1})`).join("; ");
  throw new ToolError(
    "ambiguous_symbol",
    visibleLine(`${type.path} has ${all.length} constructors: ${names}. Give one of these names as \`symbol\`.`),
  );
}
