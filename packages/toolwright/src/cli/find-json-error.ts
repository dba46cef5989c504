/** Where a text stops being JSON, and what could stand there. */
export interface JsonError {
  readonly index: number;
  readonly expected: string;
}

/** Undefined when the text is JSON. Needed because `JSON.parse` tells the position of some errors only. */
export function findJsonError(text: string): JsonError | undefined {
  let at = 0;
  let error: JsonError | undefined;

  function fail(expected: string, index = at): false {
    error ??= { index, expected };
    return false;
  }
  function skip(pattern: RegExp): boolean {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  }
  function take(character: string): boolean {
    if (text[at] !== character) return false;
    at += 1;
    skip(space);
    return true;
  }
  function value(): boolean {
    if (take("{")) return items("}", member);
    if (take("[")) return items("]", value);
    if (text[at] === '"') return string();
    if (!skip(scalar)) return fail("a value");
    skip(space);
    return true;
  }
  function items(end: "}" | "]", item: () => boolean): boolean {
    if (take(end)) return true;
    do {
      if (!item()) return false;
    } while (take(","));
    return take(end) || fail(`"," or "${end}"`);
  }
  function member(): boolean {
    if (text[at] !== '"') return fail("a name in double quotes");
    return string() && (take(":") || fail('":"')) && value();
  }
  function string(): boolean {
    at += 1;
    skip(characters);
    if (take('"')) return true;
    if (at >= text.length) return fail('a closing "');
    return fail(
      text[at] === "\\"
        ? String.raw`a valid escape such as \n`
        : String.raw`\n or another escape, no control character`,
    );
  }

  skip(space);
  if (value() && at < text.length) fail("the end");
  return error;
}

const space = /[ \t\n\r]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])/y;
// oxlint-disable-next-line no-control-regex
const characters = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
