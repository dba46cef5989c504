import { type Call, countTokens } from "toolwright";
import type { SymbolKind } from "../../languages/symbol-kind.ts";
import type { ProjectSymbols, SymbolView } from "../../syntax/project-symbols.ts";
import type { Project } from "../../workspace/project.ts";
import type { FileScope } from "../file-scope.ts";
import type { Input } from "./schema.ts";

/** A call of the tool with everything needed to answer it. */
export interface SymbolsQuestion {
  readonly input: Input;
  readonly name: string | undefined;
  readonly kinds: ReadonlySet<SymbolKind> | undefined;
  readonly scope: FileScope;
  /** The project to search, which may be a library. */
  readonly project: Project;
  /** Prefix of the paths of a library's files, so that any tool accepts them. */
  readonly prefix: string;
  readonly symbols: ProjectSymbols;
  readonly call: Call;
}

/** Clients that fill in every field send empty strings, which mean nothing. */
export function nameIn(value: string | undefined): string | undefined {
  const name = value?.trim();
  return name === "" ? undefined : name;
}

/** The table as it is after that time; waiting callers see the progress. */
export async function readView({ symbols, scope, call }: SymbolsQuestion, waitMs: number): Promise<SymbolView> {
  return await symbols.view({
    signal: call.signal,
    waitMs,
    ...(scope.kind === "directory" || scope.kind === "glob" ? { scope: scope.has } : {}),
    onProgress: (done, total) => call.progress({ message: "Reading the project's symbols", done, total }),
  });
}

/**
 * Estimates the cost of a text to decide how much to show. Loading the tokenizer takes longer than the whole first answer, so
 * short texts are estimated at three characters per token; the kernel decides whether an answer exceeds its budget.
 */
export async function softTokens(text: string, most?: number): Promise<number> {
  return text.length <= longestGuessed ? Math.ceil(text.length / 3) : await countTokens(text, most);
}

const longestGuessed = 6_000;
