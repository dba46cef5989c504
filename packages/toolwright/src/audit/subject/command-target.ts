import { settleWithin } from "../../process/settle-within.ts";
import { describeReply } from "../probes/list.ts";
import { type ServerConnection, NotMeasured, type AuditTarget } from "../probes/target.ts";
import type { Era } from "../seen.ts";
import type { CommandSubject } from "./open-subject.ts";
import { openSession } from "./session.ts";

/** Connections to a server that the audit starts: each in a process of its own. */
export function createCommandTarget(subject: CommandSubject, era: Era, startMs: number): AuditTarget {
  return {
    transport: "stdio",
    era,
    place: subject.place,
    connect: ({ era: wanted = era, work } = {}) => connect(subject, wanted, startMs, work),
  };
}

async function connect(
  subject: CommandSubject,
  era: Era,
  startMs: number,
  work: string | undefined,
): Promise<ServerConnection> {
  const server = subject.start(work === undefined ? {} : { work });
  const session = await openSession(server.wire, era, startMs);
  if ("wire" in session) {
    return {
      session,
      server,
      async close() {
        server.wire.closeInput();
        await settleWithin(server.exited, politeMs);
        await server.close();
      },
    };
  }
  const words = server.wire.lastWords().trim();
  await server.close();
  throw new NotMeasured(
    `The server could not be used: ${describeReply(session).replace(/\.$/, "")}.${words === "" ? "" : ` It last wrote to stderr: ${words.slice(-600)}`}`,
  );
}

/** A server that is asked to leave gets this long before it is ended. */
const politeMs = 300;
