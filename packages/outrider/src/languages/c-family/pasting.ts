import { pastedName, type PastedName, type PastingRules } from "../pasted-names.ts";

/** `PREFIX_##name##_suffix` in a macro of C; parts that are parameters may be anything. */
export const hashPasting: PastingRules = {
  mark: "##",
  namesIn: (text) => macrosIn(text).flatMap(({ pastes }) => pastes.flatMap(writtenName)),
  joinersIn: (text) =>
    macrosIn(text).flatMap(({ name, pastes }) =>
      pastes.some((paste) => writtenName(paste).length === 0) ? [name] : [],
    ),
  joinedBy: (text, joiner) =>
    [...text.matchAll(new RegExp(`(?<!\\w)${joiner}\\s*\\(([^()]{0,500})\\)`, "g"))].flatMap(
      ({ 1: list = "", index }) => {
        const parts = list.split(",").map((part) => part.trim());
        const isWord = (part: string): boolean => /^\w+$/.test(part);
        // One of the two may be a parameter of another macro.
        return [
          ...pastedName([parts[0] ?? "", ""], isWord, index),
          ...pastedName(["", parts.at(-1) ?? ""], isWord, index),
        ];
      },
    ),
};

interface Paste {
  readonly parts: readonly string[];
  readonly parameters: ReadonlySet<string>;
  readonly start: number;
}

interface Macro {
  readonly name: string;
  readonly pastes: readonly Paste[];
}

const define = /^[ \t]*#[ \t]*define[ \t]+(\w+)(?:\(((?:[^()\n\\]|\\\r?\n)*)\))?((?:\\\r?\n|[^\n])*)/gm;

/** Those that paste something. */
function macrosIn(text: string): readonly Macro[] {
  return [...text.matchAll(define)].flatMap(({ 0: all, 1: name = "", 2: list = "", 3: body = "", index }) => {
    const names = list.split(/[\s,\\]+/).map((each) => each.replace(/\.\.\.$/, ""));
    const parameters = new Set([...names, "__VA_ARGS__"]);
    const start = index + all.length - body.length;
    const onOneLine = body.replaceAll(/\\\r?\n/g, (end) => " ".repeat(end.length));
    const pastes = Array.from(onOneLine.matchAll(/(?<!\w)\w+(?:\s*##\s*\w+)+/g), ({ 0: pasted, index: at }) => ({
      parts: pasted.split(/\s*##\s*/),
      parameters,
      start: start + at,
    }));
    return pastes.length === 0 ? [] : [{ name, pastes }];
  });
}

function writtenName({ parts, parameters, start }: Paste): readonly PastedName[] {
  return pastedName(parts, (part) => !parameters.has(part), start);
}
