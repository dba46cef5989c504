import { constants } from "node:os";
import type { Readable, Writable } from "node:stream";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { systemPrincipal } from "../../process/system-user.ts";
import type { Caller } from "../../tool/call-context.ts";
import { announceChanges } from "../announce.ts";
import type { ServerDefinition } from "../define-server.ts";
import { buildProtocolServer } from "../protocol-server.ts";
import { reportSdkError } from "../sdk-faults.ts";
import { LineTransport, type LineOutput } from "./line-transport.ts";

/** Stdout reserved for the protocol. */
interface TakenStdout {
  readonly output: LineOutput;
  release(): void;
}

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Clients kill a server that does not exit within a second or two. */
const closeMs = 600;
const exitMs = 850;

/** The streams to serve, and what happens at the end. */
export interface StdioOptions {
  /** Streams other than the process's own. With them the process is left alone: no exit, no signals, stdout untouched. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
  /** Longer messages are refused. Default: 4 MiB. */
  readonly maxMessageBytes?: number;
  /** Who calls. Default: a session of its own, of the user who runs the process. */
  readonly caller?: Caller;
  /** Closes the application's resources, after the kernel, before the process exits. */
  readonly onClose?: () => unknown;
}

/** A server on stdin and stdout, and how to end it. */
export interface ServedStdio {
  /** Resolves when the client is gone and everything it started has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one client over the process's own stdin and stdout, in the era it starts with. When the client goes, or on a
 * signal, every call is cancelled, its processes end, and the process exits, within a second.
 */
export function serveStdio(definition: ServerDefinition, options: StdioOptions = {}): ServedStdio {
  const own = options.streams === undefined ? takeStdout(process) : undefined;
  const input = options.streams?.input ?? process.stdin;
  const output: LineOutput = options.streams?.output ?? own?.output ?? process.stdout;
  const caller = options.caller ?? {
    host: "mcp-stdio",
    session: `stdio-${crypto.randomUUID()}`,
    principal: systemPrincipal(),
  };
  const transport = new LineTransport({ input, output, maxLineBytes: options.maxMessageBytes ?? 4 * 1024 * 1024 });

  const handle = serveTransport(
    ({ era }) => {
      const connection = buildProtocolServer(definition, era, caller);
      connection.server.onclose = announceChanges(connection);
      return connection.server;
    },
    { transport, onerror: reportSdkError(definition) },
  );
  const gone = whenClosed(transport).then(() =>
    definition.tasks?.store.endSessions((session) => session === caller.session),
  );
  const closed =
    own === undefined ? gone.then(() => options.onClose?.()) : endProcess(gone, definition, own, options.onClose);
  return {
    closed: closed.then(() => {}),
    async close() {
      await handle.close();
      await closed;
    },
  };
}

/** The SDK has set the transport's callback by now; ours runs after it. */
function whenClosed(transport: LineTransport): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}

/** Waits for the client or a signal, then ends everything and exits, in time even if something hangs. */
async function endProcess(
  gone: Promise<void>,
  { kernel, onFault }: ServerDefinition,
  stdout: TakenStdout,
  onClose: (() => unknown) | undefined,
): Promise<void> {
  const signal = await Promise.race([gone, nextSignal()]);
  // Whatever hangs below, the process does not outlive its client.
  const force = setTimeout(() => process.exit(exitCodeOf(signal)), exitMs);
  try {
    await kernel.close(closeMs);
    await onClose?.();
  } catch (error) {
    onFault(error);
  }
  clearTimeout(force);
  stdout.release();
  process.exit(exitCodeOf(signal));
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, resolve);
  });
}

function exitCodeOf(signal: NodeJS.Signals | void): number {
  return signal === undefined ? 0 : 128 + constants.signals[signal];
}

/**
 * Redirects everything else written to stdout (a tool's console.log, a library's banner) to stderr, since one stray line
 * breaks the client's reader.
 */
function takeStdout({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): TakenStdout {
  const original = stdout.write;
  const write = original.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  return {
    // Not a separate stream around it: that would cost 25 µs per answer.
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
