import type { Problem, Summariser } from "./summary.ts";

const plain = /^(.+?)\((\d+),\d+\): (error|warning) (TS\d+): (.*)$/;
const pretty = /^(.+?):(\d+):\d+ - (error|warning) (TS\d+): (.*)$/;

/** TypeScript's compiler, with plain or pretty output. */
export const tsc: Summariser = {
  kind: "tsc",
  detect: (_command, text) => /(?:\(\d+,\d+\): |:\d+:\d+ - )error TS\d+: /.test(text),
  summarise(text) {
    const found = text.split("\n").flatMap(toProblem);
    if (found.length === 0) return undefined;
    const files = new Set(found.map(({ place }) => place?.replace(/:\d+$/, "")));
    return { counts: { errors: found.length, "files with errors": files.size }, problems: found };
  },
};

function toProblem(line: string): readonly Problem[] {
  const [, file, row, , code, message] = plain.exec(line) ?? pretty.exec(line) ?? [];
  return file === undefined ? [] : [{ name: `${code} ${message}`, place: `${file}:${row}`, detail: [] }];
}
