import type { Profile } from "../workspace/config/profile.ts";

/** What a client asks a resident process for: the first message of its connection. */
export type Ask = CommandAsk | McpAsk | { readonly ask: "status" } | { readonly ask: "stop"; readonly force: boolean };

/** A command line of a terminal elsewhere. Its output comes as bytes whose first one is of `outputs`, and last `{ exit }`. */
export interface CommandAsk {
  readonly ask: "command";
  readonly argv: readonly string[];
  readonly cwd: string;
  /** What decides about colours. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminals: { readonly stdout: boolean; readonly stderr: boolean };
  readonly columns?: number | undefined;
}

/** An MCP session: after `{ serves }` both sides send bytes, as over stdio. */
export interface McpAsk {
  readonly ask: "mcp";
  readonly profile?: Profile | undefined;
  readonly structured: boolean;
  readonly probe: boolean;
}

export interface ResidentStatus {
  readonly pid: number;
  readonly version: string;
  readonly root: string;
  readonly startedAt: string;
  readonly rssBytes: number;
  /** Without the one that asks. */
  readonly sessions: number;
  readonly commands: number;
}

export const outputs = { stdout: 1, stderr: 2 } as const;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of a message; none if it is something else. Without a schema: the library for that takes longer to load than all the rest. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
