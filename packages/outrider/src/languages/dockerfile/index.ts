import type { OutlinedLanguage, RawSymbol, Span } from "../language.ts";
import { dashedNames } from "../name-patterns.ts";
import { blankMatches, docAbove, trimSpan } from "../scanners/spans.ts";
import type { ServerSpec } from "../server-spec.ts";

const dockerfile: ServerSpec = {
  id: "dockerfile",
  title: "Dockerfile",
  languages: { dockerfile: "dockerfile" },
  program: {
    names: ["docker-langserver"],
    args: ["--stdio"],
    npm: {
      package: "dockerfile-language-server-nodejs",
      version: "0.15.0",
      entry: "bin/docker-langserver",
      sizeMb: 2,
      integrity: {
        "dockerfile-language-server-nodejs":
          "sha512-iS3GUUAn1bC3sDdLyg6CUnIaVQfViJBh+FhWBPftK6kJkhUMxFG2sr25OqMVaZgRsVuJEoNpflgJN3FCbkA01A==",
      },
    },
  },
  obtain: "outrider languages install dockerfile",
  readiness: { by: "answer" },
  freshness: "open",
  needsOpen: true,
  opensCandidates: false,
};

// No WebAssembly grammar for it is available on npm.
export default {
  id: "dockerfile",
  title: "Dockerfile",
  countedAs: {},
  content: "markup",
  extensions: ["dockerfile", "containerfile"],
  filenames: [
    "dockerfile",
    "containerfile",
    "dockerfile.dev",
    "dockerfile.prod",
    "dockerfile.production",
    "dockerfile.test",
    "dockerfile.ci",
  ],
  outline: (text) => {
    const instructions = readInstructions(text);
    const stages = instructions.filter(({ word }) => word === "FROM");
    return [
      ...stages.flatMap((from, index) => stageSymbol(text, from, stages[index + 1]?.start ?? text.length)),
      ...instructions.flatMap((instruction) => valueSymbols(text, instruction)),
    ];
  },
  servers: [dockerfile],
  editing: { commentMarks: ["#"], names: dashedNames, notCode: "settings" },
} satisfies OutlinedLanguage;

interface Instruction extends Span {
  /** In capitals, such as `FROM`. */
  readonly word: string;
}

/** Instructions with their continuation lines; here-documents are skipped. */
function readInstructions(text: string): readonly Instruction[] {
  const found: Instruction[] = [];
  const unclosed = new Set<string>();
  instruction.lastIndex = 0;
  for (let match = instruction.exec(text); match !== null; match = instruction.exec(text)) {
    const [whole, word = ""] = match;
    found.push({ word: word.toUpperCase(), ...trimSpan(text, match.index, match.index + whole.length) });
    const delimiter = /<<-?\s*["']?(\w+)["']?/.exec(whole)?.[1];
    if (delimiter === undefined || unclosed.has(delimiter) || !/^(?:RUN|COPY|ADD)$/i.test(word)) continue;
    const close = new RegExp(`^\\s*${delimiter}[ \\t]*$`, "m").exec(text.slice(instruction.lastIndex));
    if (close === null) unclosed.add(delimiter);
    else instruction.lastIndex += close.index + close[0].length;
  }
  return found;
}

// A line continues after a `\` (or a backtick on Windows), across comments and empty lines.
const instruction = /^[ \t]*([A-Za-z]+)[ \t](?:.*[\\`][ \t]*(?:\r\n|\n|\r)(?:[ \t]*(?:#.*)?(?:\r\n|\n|\r))*)*.*/gm;

function stageSymbol(text: string, from: Instruction, end: number): readonly RawSymbol[] {
  const head = text.slice(from.start, from.end);
  const alias = /\sAS\s+(\S+)\s*$/i.exec(head);
  const name = alias?.[1] ?? /^FROM\s+(?:--\S+\s+)*(\S+)/i.exec(head)?.[1];
  if (name === undefined) return [];
  const nameStart = from.start + head.lastIndexOf(name);
  const span = { start: from.start, end: endOfStage(text, from.start, end) };
  const body = trimSpan(text, from.end, span.end);
  return [
    {
      name,
      kind: "section",
      span,
      nameSpan: { start: nameStart, end: nameStart + name.length },
      bodySpan: body.start < body.end ? body : undefined,
      docSpan: docAbove(text, from.start, { line: "#" }),
    },
  ];
}

/** The comment above the next stage belongs to that stage. */
function endOfStage(text: string, start: number, next: number): number {
  const comment = next < text.length ? docAbove(text, next, { line: "#" }) : undefined;
  return trimSpan(text, start, comment?.start ?? next).end;
}

/** `ARG A=1 B`, `ENV A=1 B=2` and the older `ENV A all of this`. */
function valueSymbols(text: string, { word, start, end }: Instruction): readonly RawSymbol[] {
  if (word !== "ARG" && word !== "ENV") return [];
  const rest = blankMatches(text.slice(start, end), /(?<=[\r\n])[ \t]*#.*/g);
  const isSingle = word === "ENV" && !/^\w+\s+\w+=/.test(rest);
  const pattern = isSingle ? /^\w+\s+(\w+)[^]*/g : assignment;
  const matches = [...rest.matchAll(pattern)].filter(([, name]) => name !== undefined);
  return matches.flatMap((match) => {
    const name = match[1] ?? "";
    const at = start + match.index + match[0].indexOf(name, isSingle ? word.length : 0);
    const isAlone = matches.length === 1;
    return [
      {
        name,
        kind: "variable",
        span: isAlone ? { start, end } : { start: at, end: start + match.index + match[0].length },
        nameSpan: { start: at, end: at + name.length },
        docSpan: isAlone ? docAbove(text, start, { line: "#" }) : undefined,
      } satisfies RawSymbol,
    ];
  });
}

const assignment = /(?<=\s)(\w+)(?:=(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\[^\r\n]|[^\s"'\\])*|(?=\s|$))/g;
