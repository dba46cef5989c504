import type { Node } from "web-tree-sitter";
import { InspectionLimitError } from "./inspection-limit-error.ts";
import type { Variables } from "./variables.ts";
import { escapePattern, unknownPart, type Word } from "./word.ts";

const handle = /@(?:cmd|out)_[a-z2-7]{16}(?![a-z2-7])/g;

/** The context for reading words: the variables of the script and of enclosing scripts, and well-known variables. */
export interface WordScope {
  readonly variables: readonly Variables[];
  readonly known: Readonly<Record<string, string>>;
  /** How many variable values may still be read: values that refer to each other could expand forever. */
  readonly budget: { left: number };
}

interface Reading extends Omit<Word, "shown"> {}

const maxReadings = 32;
const nothing: Reading = { readings: [""], unknown: false, mayBeOption: false, fromProcess: false };
const unseen: Reading = { readings: [unknownPart], unknown: true, mayBeOption: true, fromProcess: false };
const fromEnvironment: Reading = { ...unseen, mayBeOption: false };

export function readWord(node: Node, scope: WordScope): Word {
  return markHandles({ ...read(node, scope, { quoted: false, seen: [] }), shown: node.text });
}

interface Quoting {
  readonly quoted: boolean;
  /** Variables being expanded: one that refers to itself would never end. */
  readonly seen: readonly string[];
}

function read(node: Node, scope: WordScope, place: Quoting): Reading {
  switch (node.type) {
    case "word":
    case "number":
    case "variable_name":
    case "test_operator":
    case "regex":
    case "extglob_pattern":
    case "brace_expression":
      return exactly(unescapeBare(node.text));
    case "raw_string":
      return exactly(escapePattern(node.text.slice(1, -1)));
    case "ansi_c_string":
      return exactly(escapePattern(decodeAnsiC(node.text.slice(2, -1))));
    case "string_content":
      return exactly(escapePattern(unescapeQuoted(node.text)));
    case "string":
    case "translated_string":
      return readString(node, scope, place);
    case "concatenation":
    case "command_name":
      return readParts(node, scope, place);
    case "simple_expansion":
    case "expansion":
      return readExpansion(node, scope, place);
    case "command_substitution":
      return readSubstitution(node, scope);
    case "process_substitution":
      return { ...unseen, mayBeOption: false, fromProcess: true };
    case "arithmetic_expansion":
      return fromEnvironment;
    default:
      return node.isNamed ? unseen : exactly(unescapeBare(node.text));
  }
}

function exactly(reading: string): Reading {
  return { ...nothing, readings: [reading] };
}

/** Text between the named parts of a string, such as a lone "$" or spaces, belongs to it too. */
function readString(node: Node, scope: WordScope, place: Quoting): Reading {
  const start = node.startIndex + node.text.indexOf('"') + 1;
  const end = node.endIndex - 1;
  return readSpan(node, scope, { start, end, quoted: true, place });
}

function readParts(node: Node, scope: WordScope, place: Quoting): Reading {
  return readSpan(node, scope, { start: node.startIndex, end: node.endIndex, quoted: place.quoted, place });
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly quoted: boolean;
  readonly place: Quoting;
}

function readSpan(node: Node, scope: WordScope, { start, end, quoted, place }: Span): Reading {
  const between = (from: number, to: number): Reading => {
    const text = node.text.slice(from - node.startIndex, to - node.startIndex);
    return exactly(quoted ? escapePattern(unescapeQuoted(text)) : unescapeBare(text));
  };
  let whole = nothing;
  let at = start;
  for (const child of node.namedChildren) {
    if (child.startIndex < start || child.endIndex > end) continue;
    whole = join(join(whole, between(at, child.startIndex)), read(child, scope, { ...place, quoted }));
    at = child.endIndex;
  }
  return join(whole, between(at, end));
}

function join(left: Reading, right: Reading): Reading {
  const readings = left.readings.flatMap((first) => right.readings.map((second) => first + second));
  if (readings.length > maxReadings) return unseen;
  return {
    readings,
    unknown: left.unknown || right.unknown,
    mayBeOption: left.mayBeOption || right.mayBeOption,
    fromProcess: left.fromProcess || right.fromProcess,
  };
}

/** Job and process numbers that the script itself started. */
export const ownJob = "%own";

function readExpansion(node: Node, scope: WordScope, place: Quoting): Reading {
  if (node.text === "$!" || node.text === "${!}") return exactly(ownJob);
  if (node.text === "$?" || node.text === "$#" || node.text === "$$") return exactly("1");
  const [variable] = node.namedChildren;
  const isPlain =
    variable?.type === "variable_name" &&
    ["$", "${"].some((start) => node.text === start + variable.text + (start === "${" ? "}" : ""));
  if (variable === undefined || !isPlain || /^\d+$/.test(variable.text)) return unseen;
  return readVariable(variable.text, scope, place);
}

function readVariable(name: string, scope: WordScope, place: Quoting): Reading {
  if (place.seen.includes(name)) return unseen;
  const assigned = scope.variables.map((variables) => variables.of(name)).filter((values) => values !== undefined);
  if (assigned.length === 0) {
    if (scope.variables.some(({ setsUnseen }) => setsUnseen)) return unseen;
    const known = scope.known[name];
    return known === undefined ? fromEnvironment : exactly(escapePattern(known));
  }
  scope.budget.left -= assigned.reduce((sum, values) => sum + values.length, 0);
  if (scope.budget.left < 0) throw new InspectionLimitError("has too many variables to follow");
  const inner = { quoted: true, seen: [...place.seen, name] };
  const each = assigned.flatMap((values) =>
    values === "unknown" ? [unseen] : values.map((value) => read(value, scope, inner)),
  );
  const readings = [...new Set(each.flatMap((reading) => reading.readings))];
  // Unquoted, the shell would split it into several words.
  const ownSeparator = scope.variables.some((variables) => variables.of("IFS") !== undefined);
  const splits = !place.quoted && readings.some((reading) => ownSeparator || /\s/.test(reading));
  if (splits || readings.length > maxReadings) return unseen;
  return {
    readings: readings.length === 0 ? [""] : readings,
    unknown: each.some((reading) => reading.unknown),
    mayBeOption: each.some((reading) => reading.mayBeOption),
    fromProcess: each.some((reading) => reading.fromProcess),
  };
}

/** The output of a command if it is obvious: the current directory, or a new temporary file. */
function readSubstitution(node: Node, scope: WordScope): Reading {
  const script = node.text.replaceAll(/^(?:\$\(|`)\s*|\s*[)`]$/g, "");
  if (/^pwd(?: -[LP])?$/.test(script)) return exactly(".");
  const temp = scope.known.TMPDIR;
  if (temp !== undefined && /^mktemp(?: -[du]| -t [\w.]+)*$/.test(script)) return exactly(`${escapePattern(temp)}/new`);
  return tellsNames(node) ? fromEnvironment : unseen;
}

const namers = new Set([
  "pwd",
  "nproc",
  "date",
  "mktemp",
  "basename",
  "dirname",
  "whoami",
  "hostname",
  "uname",
  "realpath",
  "wc",
  "id",
]);

/** Commands that print a name, a number or a path, which the script cannot turn into an option. */
function tellsNames(node: Node): boolean {
  const commands = node.descendantsOfType("command");
  return commands.every((command) => {
    const [name, first] = command.namedChildren.map((child) => child.text);
    if (name === "git") return ["branch", "rev-parse", "symbolic-ref", "merge-base", "describe"].includes(first ?? "");
    return namers.has(name ?? "");
  });
}

/** A handle becomes the path of a stored output before the command runs: data written by another command. */
function markHandles(word: Word): Word {
  // A handle inside a nested script is handled with that script.
  const isHandle = word.readings.some((reading) => !/\s/.test(reading) && reading.match(handle) !== null);
  if (!isHandle) return word;
  const readings = word.readings.map((reading) => reading.replaceAll(handle, unknownPart));
  return { ...word, readings, unknown: true, fromProcess: true };
}

/** An unquoted word as a pattern: an escaped character is literal. */
function unescapeBare(text: string): string {
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
function unescapeQuoted(text: string): string {
  return text.replaceAll(/\\([\\$"`\n])/g, (_all, character: string) => (character === "\n" ? "" : character));
}

/** Decodes the contents of `$' '`. */
function decodeAnsiC(text: string): string {
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
