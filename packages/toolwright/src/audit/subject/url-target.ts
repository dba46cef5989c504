import { describeReply } from "../probes/list.ts";
import { type AuditTarget, NotMeasured } from "../probes/target.ts";
import type { Era } from "../seen.ts";
import { openHttpWire, type UrlOptions } from "./http-wire.ts";
import { openSession } from "./session.ts";

/** Sessions with a server that runs already. */
export function createUrlTarget(server: UrlOptions, era: Era, startMs: number): AuditTarget {
  return {
    transport: "http",
    era,
    server,
    async connect({ era: wanted = era } = {}) {
      const wire = openHttpWire(server);
      const session = await openSession(wire, wanted, startMs);
      if ("wire" in session) return { session, close: () => wire.close() };
      await wire.close();
      throw new NotMeasured(`The server could not be used: ${describeReply(session)}.`);
    },
  };
}
