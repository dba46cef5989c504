import { afterColon } from "../hierarchy/head-names.ts";
import { type HeadWord, readHeadWords } from "../hierarchy/head-words.ts";
import type { SuperName, TypeDeclaration } from "../hierarchy/type-hierarchy.ts";

/** `trait A: B`, and `impl B for A`. */
export function rustSupertypes(text: string, type: TypeDeclaration): readonly SuperName[] {
  if (type.kind !== "impl") return afterColon(text, type);
  const head = { start: type.span.start, end: type.nameSpan.start };
  return traitOf(readHeadWords(text, head, { angles: true, comment: "//" }));
}

/** `impl<X> Trait<Y> for`: the last name outside of brackets before `for`. */
function traitOf(words: readonly HeadWord[]): readonly SuperName[] {
  const end = words.findLastIndex(({ text, depth }) => text === "for" && depth === 0);
  const name = words.slice(0, Math.max(0, end)).findLast(({ isName, depth }) => isName && depth === 0);
  return name === undefined || name.text === "impl" ? [] : [{ name: name.text, start: name.start }];
}
