import { Readable, Writable } from "node:stream";
import type { Caller } from "toolwright";
import { type ServerDefinition, serveStdio } from "toolwright/mcp";
import type { Conversation } from "toolwright/resident";
import { deliver } from "./remote-streams.ts";

/** An MCP session over a connection, until either side ends it. */
export async function answerMcp(connection: Conversation, definition: ServerDefinition, caller: Caller): Promise<void> {
  const input = new Readable({
    read() {
      connection.receive().then(
        (message) => {
          if (message === undefined) input.push(null);
          else if (message.kind === "bytes") input.push(message.bytes);
          else input.destroy(new Error("Only bytes may follow."));
        },
        () => input.push(null),
      );
    },
  });
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      void deliver(connection.sendBytes(chunk), done);
    },
  });
  const served = serveStdio(definition, { streams: { input, output }, caller });
  const onClosed = (): void => void served.close();
  connection.closed.addEventListener("abort", onClosed, { once: true });
  await served.closed;
  connection.closed.removeEventListener("abort", onClosed);
}
