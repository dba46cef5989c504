import type { CaseInput } from "../../packages/outrider/test/corruption/case.ts";
import type { CodeEditor } from "../../packages/outrider/test/corruption/run-case.ts";

/** Generous: a server may have to be installed first. */
export const patienceMs = 240_000;

/** Something that edits code by symbol. */
export interface Contestant {
  readonly title: string;
  /** Whether it has anything for files of a language. */
  speaks(language: string): boolean;
  /** Whether it has a tool for such an edit. */
  does(input: CaseInput): boolean;
  open(root: string, language: string): Promise<CodeEditor & { close(): Promise<void> }>;
}

export function textOf(answer: unknown): string {
  const { content = [] } = answer as { readonly content?: readonly { readonly text?: string }[] };
  return content.map(({ text = "" }) => text).join("\n");
}
