import { createInterface } from "node:readline";
import { usageError } from "toolwright/cli";
import type { PipeSession } from "./pipe-session.ts";

/** The arguments of a command; `-` stands for those on stdin, one a line. */
export async function* readWords({
  args,
  terminal,
  tools,
}: Pick<PipeSession, "args" | "terminal" | "tools">): AsyncGenerator<string> {
  if (args.positionals.filter((each) => each === "-").length > 1)
    throw usageError("Stdin can be read once: give - once.");
  for (const word of args.positionals) {
    if (word.trim() === "") throw usageError(`The argument ${JSON.stringify(word)} is empty: it names nothing.`);
    if (word !== "-") yield word;
    else yield* readLines(terminal.stdin, tools.signal);
  }
}

async function* readLines(stdin: PipeSession["terminal"]["stdin"], signal: AbortSignal): AsyncGenerator<string> {
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY, terminal: false });
  const close = (): void => lines.close();
  signal.addEventListener("abort", close);
  try {
    for await (const line of lines) {
      signal.throwIfAborted();
      if (line.trim() !== "") yield line;
    }
    signal.throwIfAborted();
  } finally {
    signal.removeEventListener("abort", close);
    lines.close();
  }
}

/** A text from a file, or from stdin for `-`. */
export async function readAll({ terminal, tools }: Pick<PipeSession, "terminal" | "tools">): Promise<string> {
  const { stdin } = terminal;
  const destroy = (): void => void stdin.destroy();
  tools.signal.addEventListener("abort", destroy);
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
    tools.signal.throwIfAborted();
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    tools.signal.removeEventListener("abort", destroy);
  }
}
