import { escapePattern } from "./word.ts";

/** An unquoted word as a pattern: an escaped character is literal. */
export function unescapeBare(text: string): string {
  let pattern = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character !== "\\") {
      pattern += character;
      continue;
    }
    at += 1;
    if (text[at] !== "\n") pattern += escapePattern(text.charAt(at));
  }
  return pattern;
}

/** Inside double quotes only these are escaped; before other characters the backslash stays. */
export function unescapeQuoted(text: string): string {
  return text.replaceAll(/\\([\\$"`\n])/g, (_all, character: string) => (character === "\n" ? "" : character));
}

/** Decodes the contents of `$' '`. */
export function decodeAnsiC(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})|c(.)|(.))/gs,
    (_all, hex?: string, short?: string, long?: string, octal?: string, control?: string, single?: string) => {
      const code = hex ?? short ?? long;
      if (code !== undefined) return fromCode(Number.parseInt(code, 16));
      if (octal !== undefined) return fromCode(Number.parseInt(octal, 8) & 0xff);
      if (control !== undefined) return fromCode(control.charCodeAt(0) & 0x1f);
      return named.get(single ?? "") ?? single ?? "";
    },
  );
}

function fromCode(code: number): string {
  return code > 0x10_ff_ff ? "" : String.fromCodePoint(code);
}

const named = new Map([
  ["a", "\u0007"],
  ["b", "\b"],
  ["e", "\u001b"],
  ["E", "\u001b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);
