import { sourcePattern } from "../../tool/adopt-tool.ts";
import { maxDelayMs } from "../../tool/call-context.ts";
import { describeValue } from "../../tool/describe-value.ts";
import type { ProcessRunner } from "../../tool/process-contract.ts";
import { isJsonObject } from "../../tool/schema.ts";
import type { AdoptedTools, Trust } from "./source-contract.ts";
import { ToolSourceError } from "./source-error.ts";

/** A server that is started as a process and communicates over its pipes. */
export interface CommandServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** Added to paths, locale and terminal of our own environment; nothing else of it is passed on. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A server that is reached over HTTP. */
export interface UrlServer {
  readonly url: string | URL;
  /** Sent with every request, never shown in an error or a fault. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Which server, how far it is trusted, and time limits. */
export interface ToolSourceOptions {
  /** Prefix of every tool's name; snake_case, at most 24 characters. */
  readonly name: string;
  readonly server: CommandServer | UrlServer;
  /** Starts the server's process. Default: a separate runner. */
  readonly processes?: ProcessRunner;
  readonly trust?: Trust;
  /** From start to the first list of tools. Default: 30 s. */
  readonly startTimeoutMs?: number;
  /** The deadline of each call. Default: 60 s. */
  readonly callTimeoutMs?: number;
  /** A call ends after this long without progress. Default: `callTimeoutMs`. */
  readonly callStallMs?: number;
  /** Default: 200; the others are left out and named. */
  readonly maxTools?: number;
  /** Whether the next call starts a server that has ended, with growing waits if it keeps ending. Default: true. */
  readonly restart?: boolean;
  /** Aborting closes the source. */
  readonly signal?: AbortSignal;
  /** Gets the new list whenever the server reports a change. Tools that stay keep their names. */
  readonly onToolsChanged?: (change: AdoptedTools) => void;
  /** Failures outside calls. Default: a process warning. */
  readonly onFault?: (error: Error) => void;
}

export const defaultStartMs = 30_000;
const maxSourceLength = 24;

/** Refuses options that would only fail later, with all problems in one message. */
export function checkSourceOptions(options: ToolSourceOptions): void {
  const problems = [
    ...findNameProblems(options.name),
    ...findServerProblems(options.server),
    ...findTrustProblems(options.trust),
    ...(["startTimeoutMs", "callTimeoutMs", "callStallMs", "maxTools"] as const).flatMap((field) =>
      findNumberProblems(field, options[field]),
    ),
  ];
  if (problems.length === 0) return;
  throw new ToolSourceError("invalid_options", `The tool source cannot be opened: ${problems.join("; ")}.`);
}

function findNameProblems(name: unknown): string[] {
  if (typeof name === "string" && name.length <= maxSourceLength && sourcePattern.test(name)) return [];
  return [`name ${describeValue(name)} must be snake_case of at most ${maxSourceLength} characters, such as "github"`];
}

function findServerProblems(server: unknown): string[] {
  if (!isJsonObject(server) || "command" in server === "url" in server) {
    return ["server must have either a command or a url"];
  }
  if ("command" in server) {
    const { command } = server;
    return typeof command === "string" && command !== "" ? [] : [`command ${describeValue(command)} must be a text`];
  }
  // The URL itself may contain a secret and is not repeated.
  const address = String(server["url"]);
  if (!URL.canParse(address)) return ["url must be a whole address, such as https://example.com/mcp"];
  const { protocol } = new URL(address);
  return ["http:", "https:"].includes(protocol) ? [] : [`url must begin with http: or https:, not ${protocol}`];
}

function findTrustProblems(trust: Trust | undefined): string[] {
  return Object.entries(trust?.tools ?? {})
    .filter(([, tier]) => tier !== "observe" && tier !== "confirm")
    .map(([name, tier]) => `trust.tools.${name} must be "observe" or "confirm", not ${describeValue(tier)}`);
}

function findNumberProblems(field: string, value: number | undefined): string[] {
  if (value === undefined || (value > 0 && value <= maxDelayMs)) return [];
  return [`${field} ${describeValue(value)} must be a positive number of at most ${maxDelayMs}`];
}
