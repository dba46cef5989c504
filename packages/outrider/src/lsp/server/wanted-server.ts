import type { ServerSpec } from "../../languages/server-spec.ts";

/** How a server is started, and for what. */
export interface WantedServer {
  readonly spec: ServerSpec;
  readonly root: string;
  /** The project's root: another one does not share the server, even where it lies around or within. */
  readonly project?: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly options: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
}
