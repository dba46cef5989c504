import type { AdoptedTool } from "../../tool/adopt-tool.ts";
import type { Attachment } from "../../tool/call-context.ts";
import type { Tier } from "../../tool/tool.ts";

// No types of the SDK: it is bundled, so importers of this package could not resolve them.

/** The tools of a server as Toolwright tools. */
export interface ToolSource {
  readonly name: string;
  /** The current list; it may change, see `onToolsChanged`. */
  readonly tools: readonly AdoptedTool<RemoteValue>[];
  readonly skipped: readonly SkippedTool[];
  readonly serverInfo: ServerInfo;
  /** What the server says about how to use it: third-party text, cleaned, at most 2,000 characters. */
  readonly instructions: string | undefined;
  /** Ends the connection and the server's whole process tree. Safe to call twice. */
  close(): Promise<void>;
}

/** A server's description of itself, cleaned. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  /** The negotiated protocol version. */
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
  /** All text, in the order received. */
  readonly text: string;
  /** Present if the server sent data in addition to the text. */
  readonly structured?: unknown;
  readonly attachments: readonly Attachment[];
}

/** What the application believes about the server. Without it, every tool is assumed to change and destroy things. */
export interface Trust {
  /** Believes what the server says about the effects of its tools. */
  readonly annotations?: boolean;
  /** By the server's own tool names; overrides the annotations. */
  readonly tools?: Readonly<Record<string, Tier>>;
}
