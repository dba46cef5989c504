import type { Launch } from "./launch.ts";

export type Scope = "user" | "project";

/** Where clients look for their files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The directory whose project files are meant. */
  readonly project: string;
}

/** A program that starts MCP servers for its model. */
export interface SetupClient {
  /** As a person types it. */
  readonly name: string;
  readonly title: string;
  readonly format: "json" | "toml";
  /** The path of keys to the object that holds the servers. */
  readonly key: readonly string[];
  /** The file that holds the servers. */
  file(scope: Scope, machine: Machine): string;
  /** What the file says of our server. */
  entry(launch: Launch, scope: Scope): Readonly<Record<string, unknown>>;
  /** The client's own command that does the same, where it has one. */
  command?(launch: Launch, scope: Scope): readonly string[] | undefined;
  /** What to do once the file is written. */
  next(scope: Scope): string;
}

export const serverName = "outrider";
