import type { CodeSymbol } from "../code-symbol.ts";

/** A type whose text is nothing but its signature. */
export function asHead(type: CodeSymbol): CodeSymbol {
  const { name, signature } = type;
  const start = Math.max(0, signature.indexOf(` ${name}`) + 1);
  return {
    ...type,
    span: { start: 0, end: signature.length },
    nameSpan: { start, end: start + name.length },
    bodySpan: undefined,
  };
}
