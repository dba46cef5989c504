import { Writable } from "node:stream";

/** Stdout for the protocol alone. */
export interface TakenStdout {
  readonly output: Writable;
  release(): void;
}

/**
 * Sends whatever else is written to stdout (a tool's console.log, a library's banner) to stderr, since one stray line
 * breaks the client's reader.
 */
export function takeStdout({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): TakenStdout {
  const original = stdout.write;
  const output = new Writable({
    decodeStrings: false,
    write(chunk: string, _encoding, done) {
      // With an encoding, because only the longest of its overloads can be called in this way.
      original.call(stdout, chunk, "utf8", done);
    },
  });
  const onError = (error: Error): void => void output.destroy(error);
  stdout.on("error", onError);
  stdout.write = stderr.write.bind(stderr);
  return {
    output,
    release() {
      stdout.write = original;
      stdout.off("error", onError);
    },
  };
}
