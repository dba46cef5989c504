import { Readable, Writable } from "node:stream";
import type { CliStreams } from "toolwright/cli";
import type { Conversation } from "toolwright/resident";
import { type CommandAsk, fieldsOf, outputs } from "./wire.ts";

/** The streams of a terminal at the other end of a connection. Nobody is asked over it: any program of the user could answer. */
export function openRemoteStreams(connection: Conversation, { terminals, columns }: CommandAsk): CliStreams {
  const width = columns === undefined ? {} : { columns };
  return {
    stdin: remoteInput(connection),
    stdout: Object.assign(remoteOutput(connection, outputs.stdout), { isTTY: terminals.stdout, ...width }),
    stderr: Object.assign(remoteOutput(connection, outputs.stderr), { isTTY: terminals.stderr, ...width }),
  };
}

/** What is not read by the client is waited for. */
function remoteOutput(connection: Conversation, which: number): Writable {
  return new Writable({
    decodeStrings: true,
    write(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([Buffer.of(which), chunk]);
      void deliver(connection.sendBytes(bytes), done);
    },
  });
}

/** Writes to a stream whose reader is gone fail like this one. */
export async function deliver(sent: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await sent;
  } catch {
    return done(Object.assign(new Error("The client is gone."), { code: "EPIPE" }));
  }
  done();
}

/** Asked for with the first read: the client leaves its stdin alone until then. */
function remoteInput(connection: Conversation): Readable {
  let isAsked = false;
  async function next(): Promise<Buffer | null> {
    if (!isAsked) await connection.send({ wants: "stdin" });
    isAsked = true;
    for (;;) {
      const message = await connection.receive();
      if (message === undefined) return null;
      if (message.kind === "bytes") return message.bytes;
      if (fieldsOf(message.value)["stdin"] === "end") return null;
    }
  }
  const input = new Readable({
    read() {
      next().then(
        (chunk) => input.push(chunk),
        () => input.push(null),
      );
    },
  });
  return input;
}
