import { ToolError } from "toolwright";

export interface Choice {
  readonly id: string;
  /** Whether a match is chosen, by its number from 1. */
  has(number: number): boolean;
}

/** Reads `apply`: a preview (`3fa9c2d1`), some of its matches (`3fa9c2d1:1,4-6`), or all but some (`3fa9c2d1:!3`). */
export function readChoice(apply: string): Omit<Choice, "has"> & { choose(total: number): Choice["has"] } {
  const read = /^\s*([0-9a-f]{8})\s*(?::\s*(!?)\s*([\d\s,-]+))?$/.exec(apply);
  const [, id, not, list] = read ?? [];
  if (id === undefined) {
    throw wrong(
      `\`apply\` is ${JSON.stringify(apply.slice(0, 100))}`,
      'Expected the id of a preview, as "3fa9c2d1", "3fa9c2d1:1,4-6" or "3fa9c2d1:!3".',
    );
  }
  if (list === undefined) return { id, choose: () => () => true };
  const ranges = list
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(readRange);
  return {
    id,
    choose(total) {
      for (const { from, to, part } of ranges) {
        if (from < 1 || to > total || from > to)
          throw wrong(`\`apply\` names the match ${part}`, `The preview has the matches 1 to ${total}.`);
      }
      const isListed = (number: number): boolean => ranges.some(({ from, to }) => from <= number && number <= to);
      return (number) => isListed(number) !== (not === "!");
    },
  };
}

function readRange(part: string): { readonly from: number; readonly to: number; readonly part: string } {
  const [, from = "", to = from] = /^\s*(\d{1,7})\s*(?:-\s*(\d{1,7}))?\s*$/.exec(part) ?? [];
  if (from === "") throw wrong(`\`apply\` names the matches ${JSON.stringify(part.trim())}`, 'Such as "4" or "4-6".');
  return { from: Number(from), to: Number(to), part: part.trim() };
}

function wrong(problem: string, remedy: string): ToolError {
  return new ToolError("unclear_edit", `${problem}. ${remedy} Nothing was changed.`);
}
