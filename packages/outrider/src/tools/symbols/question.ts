import { type Call, countTokens } from "toolwright";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileScope } from "../file-scope.ts";
import type { Input } from "./schema.ts";

/** A call of the tool with everything that answering it takes. */
export interface SymbolsQuestion {
  readonly input: Input;
  readonly name: string | undefined;
  readonly kinds: ReadonlySet<SymbolKind> | undefined;
  readonly scope: FileScope;
  /** The one that is looked into; a library is one, too. */
  readonly project: Project;
  /** In front of the paths of a library's files, so that any tool takes them back. */
  readonly prefix: string;
  readonly symbols: ProjectSymbols;
  readonly call: Call;
}

/** Clients that fill in every field send empty texts, which say nothing. */
export function nameIn(value: string | undefined): string | undefined {
  const name = value?.trim();
  return name === "" ? undefined : name;
}

/** The table as far as it is after that time; waiting callers see how far it is. */
export async function readView({ symbols, scope, call }: SymbolsQuestion, waitMs: number): Promise<SymbolView> {
  return await symbols.view({
    signal: call.signal,
    waitMs,
    ...(scope.kind === "directory" || scope.kind === "glob" ? { scope: scope.has } : {}),
    onProgress: (done, total) => call.progress({ message: "Reading the project's symbols", done, total }),
  });
}

/**
 * What a text costs, for choosing how much to show. To load the tokenizer takes longer than all of the first answer, so short
 * texts are counted by three characters a token; whether an answer is too long for its budget is the kernel's to say.
 */
export async function softTokens(text: string, most?: number): Promise<number> {
  return text.length <= longestGuessed ? Math.ceil(text.length / 3) : await countTokens(text, most);
}

const longestGuessed = 6_000;
