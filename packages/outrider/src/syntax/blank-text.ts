import { createHereDocuments } from "./here-documents.ts";
import type { Language } from "./language.ts";
import { createRawStrings } from "./raw-strings.ts";

/**
 * The text with strings and comments blanked, as long as before and with the same lines, so that braces and names in
 * them do not count. Good enough for an outline; what it takes wrongly ends with the line, except in strings of several lines.
 */
export function blankText(text: string, language: Language): string {
  const pieces: string[] = [];
  // Depth of braces at which the code of each open template ends.
  const templates: number[] = [];
  const rawStringEnd = createRawStrings(text, language.rawStrings);
  const hereDocuments = createHereDocuments(text, language.hereDocuments);
  let depth = 0;
  let kept = 0;
  let at = 0;

  function blankTo(end: number): void {
    pieces.push(text.slice(kept, at), text.slice(at, end).replaceAll(/[^\r\n]/g, " "));
    at = end;
    kept = end;
  }

  while (at < text.length) {
    at = nextMark(text, at);
    const character = text.charAt(at);
    const hereDocument = character === "\n" ? hereDocuments.endAt(at) : undefined;
    if (hereDocument !== undefined) {
      blankTo(hereDocument);
      continue;
    }
    const comment = commentEnd(text, at, language);
    if (comment !== undefined) {
      blankTo(comment);
      continue;
    }
    if (character === "}" && templates.at(-1) === depth) {
      templates.pop();
      blankTo(longEnd(text, at + 1, "`", templates, depth));
      continue;
    }
    if (character === "{") depth += 1;
    if (character === "}") depth -= 1;
    if (character === "<") {
      at += hereDocuments.open(at);
      continue;
    }
    const raw = rawStringEnd(at);
    if (raw !== undefined) {
      blankTo(raw);
      continue;
    }
    const long = language.longStrings.find((mark) => text.startsWith(mark, at));
    if (long !== undefined) {
      blankTo(longEnd(text, at + long.length, long, language.templates ? templates : undefined, depth));
      continue;
    }
    const quoted = quotedEnd(text, at, language);
    if (quoted === undefined) at += 1;
    else blankTo(quoted);
  }
  pieces.push(text.slice(kept));
  return pieces.join("");
}

/** Where a brace, string or comment of any language may begin; everything between is passed over at once. */
function nextMark(text: string, from: number): number {
  mark.lastIndex = from;
  return mark.exec(text)?.index ?? text.length;
}

const mark = /[{}"'`/#\n<-]/g;

function commentEnd(text: string, at: number, language: Language): number | undefined {
  for (const [open, close] of language.blockComments) {
    if (!text.startsWith(open, at)) continue;
    const end = text.indexOf(close, at + open.length);
    return end === -1 ? text.length : end + close.length;
  }
  if (!language.lineComments.some((mark) => text.startsWith(mark, at))) return undefined;
  // In a shell `$#` and `a#b` are no comments.
  if (text.charAt(at) === "#" && at > 0 && !/[\s;({]/.test(text.charAt(at - 1))) return undefined;
  return lineEnd(text, at);
}

/** Ends after the closing mark, or behind `${`, whose code is read as such. */
function longEnd(text: string, from: number, mark: string, templates: number[] | undefined, depth: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === "\\") at += 1;
    else if (text.startsWith(mark, at)) return at + mark.length;
    else if (templates !== undefined && text.startsWith("${", at)) {
      templates.push(depth);
      return at + 2;
    }
  }
  return text.length;
}

function quotedEnd(text: string, at: number, language: Language): number | undefined {
  const character = text.charAt(at);
  if (language.characters && character === "'") {
    const match = /^'(?:\\[^\r\n]{1,9}?|[^\\'\r\n]{1,2})'/.exec(text.slice(at, at + 13));
    return match === null ? undefined : at + match[0].length;
  }
  if (language.regularExpressions && character === "/") return expressionEnd(text, at);
  if (!language.quotes.includes(character)) return undefined;
  if (language.regularExpressions && character === "'" && isApostrophe(text, at)) return undefined;
  for (let end = at + 1; end < text.length; end += 1) {
    const next = text.charAt(end);
    if (next === "\\") end += 1;
    else if (next === character) return end + 1;
    // Without a partner on its line it is no quote: an apostrophe in the text of an element, or the end of a string of several lines.
    else if (next === "\n" || next === "\r") return undefined;
  }
  return undefined;
}

/** `Don't` between tags: no string follows a word, except one after which a value may stand. */
function isApostrophe(text: string, at: number): boolean {
  const word = /\p{L}+$/u.exec(text.slice(Math.max(0, at - 12), at))?.[0];
  return word !== undefined && !beforeStrings.has(word);
}

const beforeStrings = new Set(
  "as assert await case default delete else export extends from import in instanceof new of require return satisfies throw typeof void yield".split(
    " ",
  ),
);

/** A slash where a value is expected begins a regular expression. */
function expressionEnd(text: string, at: number): number | undefined {
  const before = text.slice(Math.max(0, at - 40), at).trimEnd();
  if (before !== "" && !/(?:[(,=:[!&|?{};>~^%*+-]|\b(?:return|typeof|case|in|of|yield|await))$/.test(before))
    return undefined;
  let inClass = false;
  for (let end = at + 1; end < text.length; end += 1) {
    const next = text.charAt(end);
    if (next === "\n" || next === "\r") return undefined;
    if (next === "\\") end += 1;
    else if (next === "[") inClass = true;
    else if (next === "]") inClass = false;
    else if (next === "/" && !inClass) return end + 1;
  }
  return undefined;
}

function lineEnd(text: string, at: number): number {
  for (let end = at; end < text.length; end += 1) {
    const character = text.charAt(end);
    if (character === "\n" || character === "\r") return end;
  }
  return text.length;
}
