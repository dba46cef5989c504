/** A word, mark, string or regular expression of JavaScript or TypeScript. */
export interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The tokens of a text, without space and comments; a template is one up to each `${`, and one behind each `}`. */
export function* readTokens(text: string): Generator<Token> {
  /** For every open `{` whether it stands in a template. */
  const braces: boolean[] = [];
  let before = "";
  let at = 0;
  while (at < text.length) {
    unread.lastIndex = at;
    at += unread.exec(text)?.[0].length ?? 0;
    if (at >= text.length) return;
    const start = at;
    const mark = text[at];
    const inTemplate = mark === "`" || (mark === "}" && braces.pop() === true);
    const pattern = inTemplate ? template : mark === "/" && !endsValue(before) ? regularExpression : token;
    pattern.lastIndex = at;
    before = pattern.exec(text)?.[0] ?? text.slice(at, at + 1);
    at += before.length;
    if (before.endsWith("{")) braces.push(inTemplate);
    yield { text: before, start, end: at };
  }
}

const unread = /(?:\s+|\/\/.*|\/\*[^]*?(?:\*\/|$))*/y;
const template = /[`}](?:\\[^]?|\$(?!\{)|[^`\\$]+)*(?:`|\$\{|$)/y;
// Bounded, as every `/` on a very long line may be tried.
const regularExpression = /\/(?:\\.|\[(?:\\.|[^\]\\\n]){0,200}\]|[^/[\\\n]){1,200}\/\w*/y;
const token = /[\w$#@\u0080-\uffff]+|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|=>|\.\.\.|[^]/y;

/** Behind these a `/` divides. */
function endsValue(before: string): boolean {
  if (/^(?:return|typeof|case|do|else|in|instanceof|new|void|delete|await|yield|of|throw)$/.test(before)) return false;
  return /[\w$)\]}"'`\u0080-\uffff]$/.test(before);
}
