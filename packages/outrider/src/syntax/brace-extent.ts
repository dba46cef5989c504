export interface StatementEnd {
  /** Behind the last character. */
  readonly offset: number;
  /** It ended with a block. */
  readonly hasBody: boolean;
}

const closing: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };

/** Where the statement that starts at an offset ends: behind its block, its ";" or the line that nothing continues. */
export function statementEnd(blanked: string, start: number): StatementEnd {
  let last = start;
  for (let at = start; at < blanked.length; at += 1) {
    const character = blanked.charAt(at);
    if (character === ";") return { offset: at + 1, hasBody: false };
    if (character === "}" || character === ")" || character === "]") return { offset: last + 1, hasBody: false };
    if (character === "\n" || character === "\r") {
      if (!continues(blanked, last, at)) return { offset: last + 1, hasBody: false };
      continue;
    }
    const close = closing[character];
    if (close === undefined) {
      if (character !== " " && character !== "\t") last = at;
      continue;
    }
    at = matching(blanked, at, character, close);
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

function matching(blanked: string, from: number, open: string, close: string): number {
  let depth = 0;
  for (let at = from; at < blanked.length; at += 1) {
    const character = blanked.charAt(at);
    if (character === open) depth += 1;
    else if (character === close) depth -= 1;
    if (depth === 0) return at;
  }
  return blanked.length - 1;
}
