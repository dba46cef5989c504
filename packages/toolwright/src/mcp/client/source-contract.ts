import type { AdoptedTool } from "../../tool/adopt-tool.ts";
import type { Attachment } from "../../tool/call-context.ts";
import type { Tier } from "../../tool/tool.ts";

// No types of the SDK: it is bundled, so that those who import ours could not resolve them.

/** The tools of a server as tools of ours. */
export interface ToolSource {
  readonly name: string;
  /** As of now: the list may change, see `onToolsChanged`. */
  readonly tools: readonly AdoptedTool<RemoteValue>[];
  readonly skipped: readonly SkippedTool[];
  readonly serverInfo: ServerInfo;
  /** What the server says about how to use it: a stranger's words, cleaned, at most 2,000 characters. */
  readonly instructions: string | undefined;
  /** Ends the connection and the server's whole process tree. Safe to call twice. */
  close(): Promise<void>;
}

/** A server's own words about itself, cleaned. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  /** Of the protocol that was agreed on. */
  readonly protocolVersion: string;
}

/** A tool of the server that is left out, and why. */
export interface SkippedTool {
  /** The server's own name, cleaned. */
  readonly name: string;
  readonly reason: string;
}

/** The tools of a server, and those that are left out. */
export interface AdoptedTools {
  readonly tools: readonly AdoptedTool<RemoteValue>[];
  /** What the server offers and this source leaves out. */
  readonly skipped: readonly SkippedTool[];
}

/** What a remote tool answers. */
export interface RemoteValue {
  /** Everything that is text, in the order it came. */
  readonly text: string;
  /** Present where the server sent data beside the text. */
  readonly structured?: unknown;
  readonly attachments: readonly Attachment[];
}

/** What somebody of ours believes of the server. Without it, every tool is taken to change and destroy things. */
export interface Trust {
  /** Believes what the server says of the effects of its tools. */
  readonly annotations?: boolean;
  /** By the server's own names of its tools; stands above the annotations. */
  readonly tools?: Readonly<Record<string, Tier>>;
}
