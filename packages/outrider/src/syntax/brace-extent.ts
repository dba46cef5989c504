export interface StatementEnd {
  /** Behind the last character. */
  readonly offset: number;
  /** It ended with a block. */
  readonly hasBody: boolean;
}

/**
 * Where the statement that starts at an offset ends: behind its block, its ";" or the line that nothing continues.
 * `closings`: what `findClosings` gave for the text.
 */
export function statementEnd(blanked: string, start: number, closings: Int32Array): StatementEnd {
  let last = start;
  for (let at = start; at < blanked.length; at += 1) {
    const character = blanked.charAt(at);
    if (character === ";") return { offset: at + 1, hasBody: false };
    if (character === "}" || character === ")" || character === "]") return { offset: last + 1, hasBody: false };
    if (character === "\n" || character === "\r") {
      if (!continues(blanked, last, at)) return { offset: last + 1, hasBody: false };
      continue;
    }
    if (!"([{".includes(character)) {
      if (character !== " " && character !== "\t") last = at;
      continue;
    }
    at = closings[at] ?? blanked.length;
    last = at;
    if (character === "{" && endsHere(blanked, at + 1)) return { offset: at + 1, hasBody: true };
  }
  return { offset: Math.max(last + 1, start), hasBody: false };
}

/** After a block: true unless something on the same line goes on, such as the body behind a type in braces. */
function endsHere(blanked: string, from: number): boolean {
  const rest = /^[ \t]*([^\r\n]?)/.exec(blanked.slice(from, from + 200))?.[1] ?? "";
  return rest === "" || ";,)]}".includes(rest);
}

/** A line goes on where it ends in the middle of something, or the next one begins like that. */
function continues(blanked: string, last: number, lineEnd: number): boolean {
  if (/[=,|&?:<(+*-]/.test(blanked.charAt(last)) || blanked.slice(Math.max(0, last - 1), last + 1) === "=>")
    return true;
  const next = /^\s*(\S{1,12})/.exec(blanked.slice(lineEnd, lineEnd + 400))?.[1] ?? "";
  return /^(?:[{.:=|&?>+*]|->|(?:where|throws|extends|implements|with|requires|noexcept|const|override|permits)\b)/.test(
    next,
  );
}

/** For each opening bracket the place of its partner, or the last place of all; found at once, as many may have none. */
export function findClosings(blanked: string): Int32Array {
  const closings = new Int32Array(blanked.length);
  const open: Readonly<Record<string, number[]>> = { ")": [], "]": [], "}": [] };
  const opened: Readonly<Record<string, number[] | undefined>> = { "(": open[")"], "[": open["]"], "{": open["}"] };
  for (const { 0: character, index } of blanked.matchAll(/[()[\]{}]/g)) {
    const places = opened[character];
    closings[index] = blanked.length - 1;
    if (places !== undefined) places.push(index);
    else closings[open[character]?.pop() ?? index] = index;
  }
  return closings;
}
