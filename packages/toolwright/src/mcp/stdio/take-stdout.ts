import type { LineOutput } from "./line-transport.ts";

/** Stdout for the protocol alone. */
export interface TakenStdout {
  readonly output: LineOutput;
  release(): void;
}

/**
 * Sends whatever else is written to stdout (a tool's console.log, a library's banner) to stderr, since one stray line
 * breaks the client's reader.
 */
export function takeStdout({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): TakenStdout {
  const original = stdout.write;
  const write = original.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return {
    // Not a stream of its own around it: that would cost every answer 25 µs.
    output: {
      write: (line) => write(line),
      get writableLength() {
        return stdout.writableLength;
      },
      on: (event, listener) => stdout.on(event, listener),
      off: (event, listener) => stdout.off(event, listener),
    },
    release() {
      stdout.write = original;
    },
  };
}
