import { ToolError } from "toolwright";

/** `bare`: it was written without quotes or brackets, so a dot after it may also be part of the key. */
export interface PathStep {
  readonly key: string | number;
  readonly bare: boolean;
}

const step =
  /\.?(?:\[\s*(?:(-?\d+)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)')\s*\]|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^.["']+))/y;

/** `scripts.test`, `jobs.build.steps[0].run`, `$.a["b.c"][-1]`; "" and "$" are the whole file. */
export function parseDataPath(path: string): readonly PathStep[] {
  const text = path.trim().replace(/^\$(?=$|[.[])/, "");
  const steps: PathStep[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < text.length) {
    const at = step.lastIndex;
    const match = step.exec(text);
    if (match === null) throw badPath(path, text.slice(at));
    const [, index, inBrackets, inSingleBrackets, quoted, singleQuoted, bare] = match;
    if (index !== undefined) steps.push({ key: Number(index), bare: false });
    else if (bare !== undefined) steps.push({ key: bare, bare: true });
    else steps.push({ key: unquote(inBrackets ?? quoted, inSingleBrackets ?? singleQuoted ?? ""), bare: false });
  }
  return steps;
}

/** The path as shown in errors and listings. */
export function showDataPath(keys: readonly (string | number)[]): string {
  const text = keys.map((key) => (typeof key === "number" ? `[${key}]` : showKey(key))).join("");
  return text.replace(/^\./, "") || "$";
}

function showKey(key: string): string {
  return /^[^.["'\s\]$]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`;
}

/** Double quotes as in JSON; in anything else backslashes are dropped. */
function unquote(double: string | undefined, single: string): string {
  try {
    return String(JSON.parse(`"${double ?? single}"`));
  } catch {
    return (double ?? single).replaceAll(/\\(.)/g, "$1");
  }
}

function badPath(path: string, rest: string): ToolError {
  return new ToolError(
    "no_key",
    `The path ${JSON.stringify(path)} cannot be read from ${JSON.stringify(rest)} on. Write it like a.b[0]["c.d"].`,
  );
}
