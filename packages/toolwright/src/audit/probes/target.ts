import type { Era } from "../seen.ts";
import type { UrlOptions } from "../subject/http-wire.ts";
import type { StartedServer } from "../subject/open-subject.ts";
import type { Place } from "../subject/place.ts";
import type { Session } from "../subject/session.ts";

/** The server under test: connections to it, as many as are needed. */
export interface AuditTarget {
  readonly transport: "stdio" | "http";
  readonly era: Era;
  /** Absent over HTTP: the audit did not start the server. */
  readonly place?: Place;
  /** Only over HTTP. */
  readonly server?: UrlOptions;
  /** A new connection; over stdio in a new process, with its own copy of the working directory where that is asked. */
  connect(options?: ConnectionWish): Promise<ServerConnection>;
}

/** Which connection is wanted. */
export interface ConnectionWish {
  readonly era?: Era;
  /** The working directory. */
  readonly work?: string;
  /** It gets broken messages or is ended from outside: what the server writes then is not held against it. */
  readonly rough?: boolean;
}

export interface ServerConnection {
  readonly session: Session;
  /** Absent over HTTP. */
  readonly server?: StartedServer;
  close(): Promise<void>;
}

/** Why a probe measured nothing. */
export class NotMeasured extends Error {
  override readonly name = "NotMeasured";
}
