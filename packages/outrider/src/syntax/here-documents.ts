import type { Language } from "./language.ts";

export interface HereDocuments {
  /** How much of the text at a `<` is passed: all that announces a here-document, or the character alone. */
  open(at: number): number;
  /** At a line end: the end of the last line of those that were announced; undefined where there is none. */
  endAt(lineEnd: number): number | undefined;
}

const openings = {
  shell: /<<(-?)[ \t]*(["']?)([A-Za-z_]\w*)\2(?!<)/y,
  // A word in small letters is a variable that is shifted or appended.
  ruby: /<<([~-]?)(["'`]?)([A-Z_]\w*)\2/y,
  php: /<<<()[ \t]*(["']?)([A-Za-z_]\w*)\2/y,
} as const;
// Each looks through the rest of the text for its last line.
const mostWithoutEnd = 20;

/** Finds the texts that stand between an announcement such as `<<EOF` and a line with its word. */
export function createHereDocuments(text: string, kind: Language["hereDocuments"]): HereDocuments {
  const announced: RegExp[] = [];
  let withoutEnd = 0;
  return {
    open(at) {
      const match = kind === undefined || withoutEnd > mostWithoutEnd ? null : matchAt(openings[kind], text, at);
      if (match === null) return text.startsWith("<<<", at) ? 3 : 1;
      const [whole, indented = "", , word = ""] = match;
      const indent = kind === "php" || indented !== "" ? "[ \\t]*" : "";
      announced.push(new RegExp(`^${indent}${word}${kind === "php" ? "\\b" : "[ \\t]*$"}`, "gm"));
      return whole.length;
    },
    endAt(lineEnd) {
      let end: number | undefined;
      for (const last of announced.splice(0)) {
        last.lastIndex = (end ?? lineEnd) + 1;
        const match = last.exec(text);
        if (match === null) withoutEnd += 1;
        else end = match.index + match[0].length;
      }
      return end;
    },
  };
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
