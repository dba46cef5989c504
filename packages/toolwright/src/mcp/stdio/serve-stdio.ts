import type { Readable, Writable } from "node:stream";
import { serveStdio as serveTransport } from "@modelcontextprotocol/server/stdio";
import { announceChanges } from "../announce.ts";
import type { ServerDefinition } from "../define-server.ts";
import { buildProtocolServer } from "../protocol-server.ts";
import { reportSdkError } from "../sdk-faults.ts";
import { endProcess } from "./end-process.ts";
import { LineTransport, type LineOutput } from "./line-transport.ts";
import { takeStdout } from "./take-stdout.ts";

export interface StdioOptions {
  /** Streams other than the process's own. With them the process is left alone: no exit, no signals, stdout untouched. */
  readonly streams?: { readonly input: Readable; readonly output: Writable };
  /** Longer messages are refused; 4 MiB unless told. */
  readonly maxMessageBytes?: number;
  /** Closes what the application opened, after the kernel, before the process exits. */
  readonly onClose?: () => unknown;
}

export interface ServedStdio {
  /** Resolves when the client is gone and everything of it has ended. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves one client over the process's own stdin and stdout, in the era that it opens with. When the client goes, or a
 * signal comes, every call is cancelled, its processes end, and the process exits, within a second.
 */
export function serveStdio(definition: ServerDefinition, options: StdioOptions = {}): ServedStdio {
  const own = options.streams === undefined ? takeStdout(process) : undefined;
  const input = options.streams?.input ?? process.stdin;
  const output: LineOutput = options.streams?.output ?? own?.output ?? process.stdout;
  const caller = { host: "mcp-stdio", session: `stdio-${crypto.randomUUID()}` };
  const transport = new LineTransport({ input, output, maxLineBytes: options.maxMessageBytes ?? 4 * 1024 * 1024 });

  const handle = serveTransport(
    ({ era }) => {
      const connection = buildProtocolServer(definition, era, caller);
      connection.server.onclose = announceChanges(connection);
      return connection.server;
    },
    { transport, onerror: reportSdkError(definition) },
  );
  const gone = whenClosed(transport).then(() => definition.tasks?.store.endSession(caller.session));
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

/** The SDK holds the transport's callback by now; ours runs after it. */
function whenClosed(transport: LineTransport): Promise<void> {
  return new Promise((resolve) => {
    const { onclose } = transport;
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
}
