import type { OutputOptions, SpillPosition } from "toolwright";

type ReadOn = Required<Pick<OutputOptions<"read_file" | "script">, "readWith" | "readInput">>;

/** How a long answer is read on: by the tool for it, or by a script where a client does not see that tool. */
export function chooseReadOn(offered: readonly string[]): ReadOn {
  // File lines are 1-based, lines of a store 0-based.
  if (offered.includes("read_file")) {
    const readInput = ({ handle, offset, ...rest }: SpillPosition) => ({ path: handle, offset: offset + 1, ...rest });
    return { readWith: "read_file", readInput };
  }
  const readInput = ({ handle, offset }: SpillPosition) => ({
    code: `return lines(${JSON.stringify(handle)}, ${offset + 1}, ${offset + linesAtOnce})`,
  });
  return { readWith: "script", readInput };
}

const linesAtOnce = 200;
