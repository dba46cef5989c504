import { languageOf } from "../../languages/language-of.ts";
import type { CodeSymbol } from "../code-symbol.ts";
import type { Occurrences } from "./occurrence.ts";
import { referenceRulesOf } from "./reference-rules.ts";

export interface DeclaredMember {
  readonly file: string;
  readonly members: readonly CodeSymbol[];
}

/** Whether a method without a written type plainly returns what it is called on. */
export async function givesItself(
  { file: path, members }: DeclaredMember,
  open: (path: string, name: string) => Promise<Occurrences | undefined>,
): Promise<boolean> {
  const [member] = members;
  const isKnown = referenceRulesOf(languageOf(path)?.id ?? "")?.writtenTypes?.givesItself !== undefined;
  if (!isKnown || member === undefined || members.length > 1) return false;
  const file = await open(path, member.name);
  return file?.occurrences.find(({ start }) => start === member.nameSpan.start)?.givesItself === true;
}
