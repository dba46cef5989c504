import { EventEmitter } from "node:events";
import { PassThrough, Readable, Writable } from "node:stream";
import type { InputStream, OutputStream } from "../src/cli/terminal.ts";
import { runCli, type CliOptions } from "../src/cli/run-cli.ts";

export interface CliRunOptions extends Partial<CliOptions> {
  readonly stdin?: string;
  /** Which of the three streams are a terminal. */
  readonly terminals?: readonly ("stdin" | "stdout" | "stderr")[];
  readonly columns?: number;
  /** Called with all of stderr so far whenever more is written. */
  readonly onStderr?: (text: string) => void;
}

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line on streams that are kept. */
export async function cliRun(
  kernel: CliOptions["kernel"],
  argv: readonly string[],
  options: CliRunOptions = {},
): Promise<CliRun> {
  const { stdin, terminals = [], columns = 80, onStderr, ...more } = options;
  const out = keepingStream(terminals.includes("stdout"), columns);
  const err = keepingStream(terminals.includes("stderr"), columns, onStderr);
  const input: InputStream = Object.assign(stdin === undefined ? new PassThrough() : Readable.from([stdin]), {
    isTTY: terminals.includes("stdin"),
  });
  const code = await runCli({
    program: "demo",
    version: "1.2.3",
    signals: new EventEmitter(),
    env: {},
    streams: { stdin: input, stdout: out.stream, stderr: err.stream },
    ...more,
    kernel,
    argv,
  });
  return { code, stdout: out.text(), stderr: err.text() };
}

function keepingStream(
  isTTY: boolean,
  columns: number,
  onText?: (text: string) => void,
): { readonly stream: OutputStream; text(): string } {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      onText?.(Buffer.concat(chunks).toString("utf8"));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY, columns }), text: () => Buffer.concat(chunks).toString("utf8") };
}
