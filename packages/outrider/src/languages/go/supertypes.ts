import type { SuperName, TypeDeclaration } from "../hierarchy/type-hierarchy.ts";

/** An interface of Go has the methods of those that stand alone on a line of it. */
export function goSupertypes(text: string, { kind, span, nameSpan, bodySpan }: TypeDeclaration): readonly SuperName[] {
  if (kind !== "interface") return [];
  const from = text.indexOf("{", bodySpan?.start ?? nameSpan.end) + 1;
  if (from === 0 || from > span.end) return [];
  const names: SuperName[] = [];
  for (const found of text.slice(from, span.end).matchAll(embedded)) {
    const [start] = found.indices?.[1] ?? [];
    const name = found[1];
    if (start !== undefined && name !== undefined) names.push({ name, start: from + start });
  }
  return names;
}

const embedded =
  /(?<=^|[\n;{])[ \t]*(?:[\p{L}_][\p{L}\p{N}_]*\.)?([\p{L}_][\p{L}\p{N}_]*)[ \t]*(?:\/\/[^\n]*)?(?=[\r\n;}]|$)/dgu;
