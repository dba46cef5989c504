import { concernsCalls, removedIn, renamedIn } from "./change.ts";
import type { DeclaredList, OpenPlace, Signing } from "./signing.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";
import { lineIndexAt, lineStarts } from "../../workspace/text/line-ends.ts";

/** What knows the parameters of a declaration without naming them. */
export async function findBodyDoubts(signing: Signing, { file, symbol, list }: DeclaredList): Promise<OpenPlace[]> {
  const { rules, change, context } = signing;
  if (symbol === undefined) return [];
  const starts = lineStarts(file.text);
  const doubtAt = (start: number, why: string): OpenPlace => {
    const line = lineIndexAt(starts, start);
    const text = visibleLine(file.text.slice(starts[line] ?? 0, starts[line + 1] ?? file.text.length).trim());
    return { file: file.path, line, text, at: undefined, why };
  };
  const isOrdered = concernsCalls(change, false);
  const isNamed = renamedIn(change).length > 0 || removedIn(change).length > 0;
  const found: OpenPlace[] = [];
  const before = file.text.slice(symbol.span.start, symbol.nameSpan.start);
  const known = isOrdered || isNamed ? rules.knownElsewhere?.(symbol.name, before) : undefined;
  if (known !== undefined) found.push(doubtAt(symbol.nameSpan.start, visibleLine(known)));
  const reading = [
    ...(isOrdered && rules.readsByPlace
      ? [{ pattern: rules.readsByPlace, why: "the body reads arguments by place" }]
      : []),
    ...(isNamed && rules.readsByName
      ? [{ pattern: rules.readsByName, why: "the body may read variables by name" }]
      : []),
  ];
  if (reading.length === 0) return found;
  const { comments } = await context.symbols.partsOf(file.path, file.text, context);
  for (const { pattern, why } of reading) {
    const all = file.text.slice(list.end, symbol.span.end).matchAll(new RegExp(pattern, `${pattern.flags}g`));
    const at = Array.from(all, ({ index }) => list.end + index).find(
      (start) => !comments.some((each) => each.start <= start && start < each.end),
    );
    if (at !== undefined) found.push(doubtAt(at, why));
  }
  return found;
}
