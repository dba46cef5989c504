import { lineIndexAt } from "../workspace/text/line-ends.ts";
import { findClosings, statementEnd } from "./brace-extent.ts";
import type { Declaration } from "./outline.ts";

const modifiers =
  "(?:(?:export|default|declare|abstract|public|private|protected|internal|fileprivate|static|final|async|override|open|sealed|data|inline|suspend|virtual|readonly|unsafe|extern|pub(?:\\([^)]{0,40}\\))?|partial|companion|value|case|explicit|constexpr|synchronized|native|lateinit|tailrec|operator|infix|external|accessor|get|set)\\s+){0,6}";

const typeLine = new RegExp(
  `^${modifiers}(class|interface|struct|enum(?:\\s+(?:class|struct))?|trait|object|protocol|extension|record|union|namespace|module|mod|actor|message|service|annotation\\s+class|const\\s+enum)\\s+([\\w$.:]+)`,
);
const functionLine = new RegExp(
  `^${modifiers}(?:const\\s+)?(?:function\\b\\s*\\*?|fn|func|fun|def|sub)\\s*(?:<[^>]{0,80}>\\s*)?(?:\\(\\s*\\w*\\s*\\*?\\s*(\\w+)[^)]{0,60}\\)\\s*)?(?:(\\w+)\\.)?([\\w$]+)`,
);
const aliasLine = new RegExp(
  `^${modifiers}(type|typealias|using|typedef)\\s+([\\w$]+)(?:\\s*<[^=]{0,80}>)?\\s*(struct|interface|=|\\w)`,
);
const implLine =
  /^(?:unsafe\s+)?impl\b\s*(?:<[^{]{0,120}?>\s+)?(?:[\w:<>, ']{1,120}?\s+for\s+)?&?(?:'\w+\s+)?(?:\w+::)*(\w+)/;
const valueLine = new RegExp(
  `^${modifiers}(?:(const|let|var|val)\\s+(?:mut\\s+)?([\\w$]+)|(static)\\s+(?:mut\\s+)?(\\w+)\\s*:(?!:))`,
);
const macroLine = /^(?:#\s*define\s+(\w+)|macro_rules!\s+(\w+))/;
const methodLine = /^(?:[\w$<>[\],.*&:?~@\s"|]{0,160}?[\s*&:])?(#?~?[\w$]+)\s*(?:<[^(){}=;]{0,80}>)?\s*\(/;
const fieldFunction = new RegExp(
  `^${modifiers}(#?[\\w$]+)\\s*(?::[^=]{0,200})?=\\s*(?:async\\s+)?(?:\\(|function\\b|\\w+\\s*=>)`,
);

const notNames = new Set(
  "if for while switch catch return throw new else do try when match loop with using lock foreach sizeof typeof await yield in assert super this import require not and or case default delete unless until guard select defer go synchronized static_assert alignas decltype function".split(
    " ",
  ),
);

const typeKinds = new Set([
  "class",
  "interface",
  "struct",
  "enum",
  "trait",
  "object",
  "protocol",
  "extension",
  "record",
  "union",
  "actor",
  "impl",
  "annotation class",
  "enum class",
  "enum struct",
]);
const spaceKinds = new Set(["namespace", "module", "mod"]);

/** "typed": `int main(…) {`; "bare": `main() {`; "none" where that would be a call. */
export type FreeFunctions = "typed" | "bare" | "none";

interface Open {
  readonly kind: string;
  readonly depth: number;
  readonly endLine: number;
}

/** Declarations of languages with braces. `freeFunctions` says how those without a keyword may look at the top. */
export function findBraceDeclarations(
  blanked: string,
  starts: readonly number[],
  freeFunctions: FreeFunctions,
): readonly Declaration[] {
  const found: Declaration[] = [];
  const open: Open[] = [];
  const depths = depthsOf(blanked, starts);
  const closings = findClosings(blanked);
  for (const [line, start] of starts.entries()) {
    const text = blanked.slice(start, Math.min(starts[line + 1] ?? blanked.length, start + 300)).trim();
    if (text === "") continue;
    while (open.length > 0 && (open.at(-1)?.endLine ?? 0) <= line) open.pop();
    const around = open.at(-1);
    const depth = depths[line] ?? 0;
    const direct = around === undefined ? depth === 0 : depth === around.depth + 1;
    const place = { direct, around: around?.kind, freeFunctions };
    const match = recognise(text, place);
    if (match === undefined) continue;
    const indent = /^\s*/.exec(blanked.slice(start, start + 300))?.[0].length ?? 0;
    const end = statementEnd(blanked, start + indent, closings);
    if (match.needsBody && !end.hasBody) continue;
    const endLine = lineIndexAt(starts, Math.max(start, end.offset - 1)) + 1;
    const { name, kind, owner } = match;
    found.push({ name, kind, line, endLine, ...(owner === undefined ? {} : { owner }) });
    if (endLine > line + 1 || end.hasBody) open.push({ kind, depth, endLine });
  }
  return found;
}

interface Place {
  readonly direct: boolean;
  readonly around: string | undefined;
  readonly freeFunctions: FreeFunctions;
}

interface Recognised {
  readonly name: string;
  readonly kind: string;
  readonly owner?: string | undefined;
  readonly needsBody?: boolean;
}

function recognise(text: string, place: Place): Recognised | undefined {
  const inType = place.around !== undefined && typeKinds.has(place.around);
  const atTop = place.direct && (place.around === undefined || spaceKinds.has(place.around));
  return (
    recogniseType(text) ??
    recogniseFunction(text, inType) ??
    (atTop || (inType && place.direct) ? recogniseValue(text, inType) : undefined) ??
    ((inType && place.direct) || (atTop && place.freeFunctions !== "none")
      ? recogniseMethod(text, inType, place)
      : undefined)
  );
}

function recogniseType(text: string): Recognised | undefined {
  const type = typeLine.exec(text);
  // `module.exports = …` and `object.call()` are no declarations.
  if (type?.[1] !== undefined && type[2] !== undefined && !type[2].startsWith(".")) {
    return { name: type[2].replace(/[:.]+$/, ""), kind: type[1].replaceAll(/\s+/g, " ") };
  }
  const impl = implLine.exec(text);
  if (impl?.[1] !== undefined) return { name: impl[1], kind: "impl", needsBody: true };
  const alias = aliasLine.exec(text);
  if (alias?.[2] === undefined) return undefined;
  const shape = alias[3] === "struct" || alias[3] === "interface" ? alias[3] : "type";
  return alias[1] === "using" && alias[3] !== "=" ? undefined : { name: alias[2], kind: shape };
}

function recogniseFunction(text: string, inType: boolean): Recognised | undefined {
  const match = functionLine.exec(text);
  const name = match?.[3];
  if (match === null || name === undefined) return undefined;
  return { name, kind: inType ? "method" : "function", owner: match[1] ?? match[2] };
}

function recogniseValue(text: string, inType: boolean): Recognised | undefined {
  const macro = macroLine.exec(text);
  if (macro !== null) return { name: macro[1] ?? macro[2] ?? "", kind: "macro" };
  const field = inType ? fieldFunction.exec(text) : null;
  if (field?.[1] !== undefined && !notNames.has(field[1])) return { name: field[1], kind: "method" };
  const value = valueLine.exec(text);
  const word = value?.[1] ?? value?.[3];
  const name = value?.[2] ?? value?.[4];
  if (word === undefined || name === undefined) return undefined;
  const holdsFunction = /=\s*(?:async\b\s*)?(?:function\b|\([^=]*$|\([^=]*\)[^=]*=>|\w+\s*=>|<)/.test(text);
  return { name, kind: holdsFunction ? "function" : word };
}

function recogniseMethod(text: string, inType: boolean, place: Place): Recognised | undefined {
  const match = methodLine.exec(text);
  const name = match?.[1];
  if (name === undefined || notNames.has(name) || /^(?:return|else|new|throw|await|delete|case)\b/.test(text))
    return undefined;
  if (!inType && place.freeFunctions === "typed" && !/^[\w:~*&<>]+[\s*&]+/.test(text)) return undefined;
  return { name, kind: inType ? "method" : "function", needsBody: !inType };
}

function depthsOf(blanked: string, starts: readonly number[]): readonly number[] {
  const depths: number[] = [];
  let depth = 0;
  for (const [line, start] of starts.entries()) {
    depths.push(depth);
    const end = starts[line + 1] ?? blanked.length;
    for (let at = start; at < end; at += 1) {
      const character = blanked.charCodeAt(at);
      if (character === 0x7b) depth += 1;
      else if (character === 0x7d) depth = Math.max(0, depth - 1);
    }
  }
  return depths;
}
