import type { AuditTarget } from "../probes/target.ts";
import type { Era } from "../seen.ts";
import { createCommandTarget } from "./command-target.ts";
import type { UrlOptions } from "./http-wire.ts";
import { type CommandOptions, openSubject } from "./open-subject.ts";
import type { Place } from "./place.ts";
import { createUrlTarget } from "./url-target.ts";

/** The server under test, started or reached. */
export interface AuditedServer {
  /** What keeps it in its place. */
  readonly wall: string;
  readonly place?: Place;
  target(era: Era): AuditTarget;
  /** Ends every connection and lets no other begin. */
  stop(): Promise<unknown>;
  close(): Promise<void>;
}

export async function openServer(server: CommandOptions | UrlOptions, startMs: number): Promise<AuditedServer> {
  if ("url" in server) {
    const over = new AbortController();
    const stop = async (): Promise<void> => over.abort();
    return {
      wall: "none: the server was running",
      target: (era) => createUrlTarget({ ...server, signal: over.signal }, era, startMs),
      stop,
      close: stop,
    };
  }
  const subject = await openSubject(server);
  return {
    wall: subject.wall,
    place: subject.place,
    target: (era) => createCommandTarget(subject, era, startMs),
    stop: () => subject.stop(),
    close: () => subject.close(),
  };
}
