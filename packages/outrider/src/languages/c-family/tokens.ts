/** A piece of C or C++ text outside comments. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Words, punctuation, strings and directives of C and C++, without comments and numbers. Hand-written for speed. */
export function* readTokens(text: string): Generator<Token> {
  let at = 0;
  let startsLine = true;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const start = at;
    if (code === 10) {
      startsLine = true;
      at += 1;
      continue;
    }
    if (code <= 32) {
      at += 1;
      continue;
    }
    if (code === slash && text.charCodeAt(at + 1) === slash) {
      at = endOfLine(text, at);
      continue;
    }
    if (code === slash && text.charCodeAt(at + 1) === star) {
      at = behind(text, "*/", at + 2);
      continue;
    }
    if (code === hash && startsLine) at = endOfDirective(text, at);
    else if (isWordCode(code)) {
      at = endOfWord(text, at);
      if (text.charCodeAt(at) === quote && text.charCodeAt(at - 1) === upperR) at = endOfRawString(text, at);
    } else if (code === quote || code === apostrophe) at = endOfQuoted(text, at, code);
    else at += text.startsWith("::", at) || text.startsWith("->", at) ? 2 : 1;
    startsLine = false;
    if (code >= zero && code <= nine) continue;
    yield { text: text.slice(start, at), start, end: at };
  }
}

const slash = 47;
const star = 42;
const hash = 35;
const quote = 34;
const apostrophe = 39;
const backslash = 92;
const upperR = 82;
const zero = 48;
const nine = 57;

function isWordCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= zero && code <= nine) ||
    code === 95 ||
    code > 127
  );
}

/** A number continues after digit separators: `1'000`. */
function endOfWord(text: string, start: number): number {
  const first = text.charCodeAt(start);
  const isNumber = first >= zero && first <= nine;
  let at = start + 1;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (isWordCode(code) || (isNumber && (code === 46 || (code === apostrophe && isWordCode(text.charCodeAt(at + 1))))))
      continue;
    break;
  }
  return at;
}

function endOfQuoted(text: string, start: number, mark: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === mark) return at + 1;
    else if (code === 10) return at;
  }
  return text.length;
}

function endOfRawString(text: string, start: number): number {
  const open = text.indexOf("(", start);
  if (open === -1 || open - start > 17) return endOfQuoted(text, start, quote);
  return behind(text, `)${text.slice(start + 1, open)}"`, open);
}

/** The line continues after a backslash. */
function endOfLine(text: string, start: number): number {
  let end = text.indexOf("\n", start);
  while (end !== -1 && (text[end - 1] === "\\" || (text[end - 1] === "\r" && text[end - 2] === "\\"))) {
    end = text.indexOf("\n", end + 1);
  }
  return end === -1 ? text.length : end;
}

/** A comment that begins on a directive's line may end on another. */
function endOfDirective(text: string, start: number): number {
  const end = endOfLine(text, start);
  const comment = text.indexOf("/*", start);
  if (comment === -1 || comment >= end) return end;
  return Math.max(end, endOfLine(text, behind(text, "*/", comment + 2)));
}

function behind(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found === -1 ? text.length : found + mark.length;
}
