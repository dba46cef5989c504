import type { JsonObject, JsonSchema } from "../tool/schema.ts";

/** Which protocol a session speaks: with a handshake (up to 2025-11-25), or with an envelope in each request (2026-07-28). */
export type Era = "legacy" | "modern";

/** What a server says about itself, as it said it. */
export interface Listing {
  readonly era: Era;
  readonly protocolVersion: string;
  readonly serverName: string;
  readonly serverVersion: string;
  readonly instructions: string;
  readonly capabilities: JsonObject;
  readonly tools: readonly ListedTool[];
  readonly prompts: readonly JsonObject[];
  readonly resources: readonly JsonObject[];
  readonly templates: readonly JsonObject[];
  /** Why what was seen is not complete, such as pages that never end. */
  readonly problems: readonly string[];
  /** Why the list of tools could not be read, or not to its end. */
  readonly unread?: string;
}

/** One tool of the list. What has the wrong type is left out here and is still in `raw`. */
export interface ListedTool {
  readonly name: string;
  readonly title: string | undefined;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema | undefined;
  readonly annotations: JsonObject;
  readonly raw: JsonObject;
}

/** How a request ended. */
export type Reply =
  | { readonly kind: "result"; readonly result: JsonObject; readonly afterMs: number }
  | {
      readonly kind: "error";
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
      readonly afterMs: number;
    }
  /** No answer before the deadline. */
  | { readonly kind: "silence"; readonly afterMs: number }
  /** The connection ended first. */
  | { readonly kind: "gone"; readonly how: string; readonly afterMs: number };

/** Why the audit made a call. */
export type Purpose =
  /** Meant to succeed. */
  | "valid"
  | "missing-field"
  | "wrong-type"
  /** Of the right type, but not one of the values that the schema allows. */
  | "wrong-value"
  /** A well-formed name of something that does not exist. */
  | "absent-id"
  | "unknown-argument"
  /** A search for something that is nowhere. */
  | "no-hits"
  /** A valid call again, with the same input. */
  | "repeat"
  | "next-page"
  /** A path or an address that leads out of the working directory. */
  | "outside";

/** One call of a tool and its end. */
export interface SeenCall {
  readonly tool: string;
  readonly purpose: Purpose;
  readonly input: JsonObject;
  /** The field that the input is about, such as the one that is missing. */
  readonly field?: string;
  /** Progress notifications of this call. */
  readonly progress?: number;
  readonly reply: Reply;
}

/** The list of tools as read at several moments. */
export interface Stability {
  /** Each list as JSON, one text a tool, sorted by name. */
  readonly lists: readonly { readonly when: string; readonly tools: readonly string[]; readonly order: string }[];
}

/** Requests that were answered while a call was under way. */
export interface PingDuringCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly callMs: number;
  readonly method: string;
  /** Undefined: no answer. */
  readonly answersMs: readonly (number | undefined)[];
}

/** A call that was cancelled while it ran. */
export interface CancelledCall {
  readonly tool: string;
  readonly input: JsonObject;
  /** How long the same call takes if nobody cancels it. */
  readonly wholeMs: number;
  readonly cancelledAfterMs: number;
  /** When an answer came although the call was cancelled, counted from the cancel. */
  readonly answeredAfterMs: number | undefined;
  /** Processes that the call started and that were there two seconds after the cancel. */
  readonly processesLeft: number;
  /** The same once the call would have ended by itself. */
  readonly processesLeftAtEnd: number;
  /** Processor time of the server in those two seconds, in the same time before any call, and after the call's own end. */
  readonly busyMs: number;
  readonly idleMs: number;
  readonly busyAtEndMs: number;
}

/** Four calls at once beside one alone. */
export interface ParallelCalls {
  readonly tool: string;
  readonly aloneMs: number;
  readonly togetherMs: number;
}

/** A message that no client should send. */
export interface BadMessage {
  readonly name: string;
  /** The message, or its start. */
  readonly sent: string;
  /** Whether the server answered an ordinary request afterwards, and how it ended otherwise. */
  readonly after: "answers" | "silent" | "gone";
  readonly how?: string;
}

/** How a server ended, and what it left. */
export interface Ending {
  readonly by: "stdin closed" | "SIGTERM" | "SIGKILL";
  /** Undefined: it was still running when the time was up. */
  readonly exitedAfterMs: number | undefined;
  readonly waitedMs: number;
  readonly processesLeft: number;
}

/** What calls of one tool that says that it only reads have changed. */
export interface Footprint {
  /** Absent: it changed while such tools were called, but with no tool each time. */
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly changedFiles: readonly string[];
  readonly newListeners: readonly string[];
}

/** Whether an era could be used. */
export interface EraResult {
  readonly era: Era;
  readonly state: "works" | "refused" | "broken";
  /** What went wrong. */
  readonly problem?: string;
  /** The lists of two connections, as JSON. */
  readonly lists?: readonly string[];
}

/** What a declared capability answered. */
export interface CapabilityResult {
  readonly capability: string;
  readonly method: string;
  readonly reply: Reply;
}

/** A text of the server that reaches a model. */
export interface ModelText {
  /** Where it stands, such as `tool "search", description`. */
  readonly where: string;
  readonly text: string;
  readonly tool?: string;
}

/** Tokens that a server costs a model. */
export interface Cost {
  readonly listTokens: number;
  readonly instructionTokens: number;
  readonly tools: readonly { readonly tool: string; readonly tokens: number }[];
  /** Of answers to calls that worked. */
  readonly answers: readonly { readonly tool: string; readonly tokens: readonly number[] }[];
  /** Characters of descriptions and instructions that a client drops which keeps 2,048 of each. */
  readonly lostCharacters: number;
}

/** A page that was followed by its cursor. */
export interface PageResult {
  readonly tool: string;
  readonly field: string;
  readonly first: SeenCall;
  readonly next: SeenCall;
}

/** One request to a server over HTTP that it should have refused. */
export interface HttpCheck {
  readonly name: "foreign origin" | "foreign host" | "token in query" | "all interfaces";
  readonly sent: string;
  readonly accepted: boolean;
  readonly received: string;
}

/** A path that leads out of the working directory, and whether what lies there came back. */
export interface OutsideRead {
  readonly call: SeenCall;
  readonly field: string;
  /** What lies there is in the answer. */
  readonly reached: boolean;
  /** Whether the server says that it keeps to its working directory, or to directories that its user may set. */
  readonly limit: "none" | "settable" | "fixed";
}

/** A fingerprint that a lock file has pinned, beside the one of now. */
export interface Pin {
  readonly tool: string;
  readonly pinned: string | undefined;
  readonly now: string | undefined;
  /** Fields that differ, as far as the lock file tells. */
  readonly changes?: readonly PinChange[];
}

/** A field of a tool that is not as it was pinned. */
export interface PinChange {
  /** Its path, such as `inputSchema.properties.path`. */
  readonly at: string;
  readonly pinned: unknown;
  readonly now: unknown;
}

/** How a server started, and what it wrote beside its messages. */
export interface Start {
  readonly listedAfterMs: number;
  /** Lines of stdout that are no message, the first of them. */
  readonly noise: readonly string[];
  readonly noiseLines: number;
}

/** Lines of stdout that are no message, the first of them, while a client was there. */
export interface Noise {
  readonly lines: readonly string[];
  readonly count: number;
}

/** What each probe measures. */
export interface ProbeResults {
  readonly start: Start;
  /** Of all connections after the first one. */
  readonly noise: Noise;
  readonly calls: readonly SeenCall[];
  readonly stability: Stability;
  readonly pings: readonly PingDuringCall[];
  readonly cancels: readonly CancelledCall[];
  readonly parallel: readonly ParallelCalls[];
  readonly badMessages: readonly BadMessage[];
  readonly endings: readonly Ending[];
  readonly footprints: readonly Footprint[];
  readonly eras: readonly EraResult[];
  readonly capabilities: readonly CapabilityResult[];
  readonly texts: readonly ModelText[];
  readonly cost: Cost;
  readonly pages: readonly PageResult[];
  readonly http: readonly HttpCheck[];
  readonly outside: readonly OutsideRead[];
  readonly pins: readonly Pin[];
}

export type ProbeName = keyof ProbeResults;

/** Everything that was seen of a server. A probe that did not run has no result, and `unseen` says why. */
export interface Seen extends Partial<ProbeResults> {
  readonly listing: Listing;
  readonly unseen: Partial<Readonly<Record<ProbeName, string>>>;
  /** Values that were planted in the server's environment and files: they must not come back. */
  readonly canaries: readonly string[];
}

/** What a list alone shows, for rules that need nothing else, and their tests. */
export function seenOf(listing: Partial<Listing>, probes: Partial<ProbeResults> = {}): Seen {
  return {
    listing: {
      era: "legacy",
      protocolVersion: "2025-11-25",
      serverName: "server",
      serverVersion: "1.0.0",
      instructions: "",
      capabilities: { tools: {} },
      tools: [],
      prompts: [],
      resources: [],
      templates: [],
      problems: [],
      ...listing,
    },
    unseen: {},
    canaries: [],
    ...probes,
  };
}
