import { pastedName, type PastingRules } from "../pasted-names.ts";

/** `PREFIX_##name##_suffix` in a macro of C; parts that are parameters may be anything. */
export const hashPasting: PastingRules = {
  mark: "##",
  namesIn: (text) =>
    [...text.matchAll(define)].flatMap(({ 0: all, 1: list = "", 2: body = "", index }) => {
      const parameters = new Set(list.split(/[\s,]+/));
      const start = index + all.length - body.length;
      return [...body.matchAll(/(?<!\w)\w+(?:\s*##\s*\w+)+/g)].flatMap(({ 0: pasted, index: at }) =>
        pastedName(pasted.split(/\s*##\s*/), (part) => !parameters.has(part), start + at),
      );
    }),
};

const define = /^[ \t]*#[ \t]*define[ \t]+\w+\(([^()\n]*)\)((?:\\\r?\n|[^\n])*)/gm;
