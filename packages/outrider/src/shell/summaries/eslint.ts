import type { Problem, Summariser } from "./summary.ts";

/** eslint's stylish report: a path followed by its findings. */
export const eslint: Summariser = {
  kind: "eslint",
  detect: (_command, text) => /^✖ \d+ problems? \(\d+ errors?, \d+ warnings?\)/m.test(text),
  summarise(text) {
    const lines = text.split("\n");
    const total = lines
      .map((line) => /^✖ \d+ problems? \((\d+) errors?, (\d+) warnings?\)/.exec(line))
      .findLast((match) => match !== null);
    if (total === undefined || total === null) return undefined;
    return { counts: { errors: Number(total[1]), warnings: Number(total[2]) }, problems: findErrors(lines) };
  },
};

/** Warnings are only counted. */
function findErrors(lines: readonly string[]): readonly Problem[] {
  let file = "";
  return lines.flatMap((line) => {
    if (/^\S/.test(line)) file = line;
    const [, row, message, rule] = /^\s+(\d+):\d+\s+error\s+(.*?)(?:\s{2,}(\S+))?$/.exec(line) ?? [];
    return row === undefined
      ? []
      : [{ name: rule === undefined ? `${message}` : `${rule}: ${message}`, place: `${file}:${row}`, detail: [] }];
  });
}
