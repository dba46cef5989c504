import type { ServerCapabilities } from "vscode-languageserver-protocol";
import type { ServerSpec } from "../../languages/server-spec.ts";
import type { CloseReason } from "../wire/connection.ts";

/** A position as servers count: lines end with \n, \r\n or \r, columns are UTF-16 code units, both from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** Real path of the file, with forward slashes on every system; never a URI, since servers spell URIs differently. */
export interface Location {
  readonly path: string;
  readonly range: Range;
}

/** One running server, from `initialize` on. Paths are real and absolute. */
export interface LanguageServer {
  readonly spec: ServerSpec;
  /** Real path of the directory it was started for. */
  readonly root: string;
  readonly capabilities: ServerCapabilities;
  /** As reported by the server. */
  readonly version: string | undefined;
  readonly pid: number;
  /** Real path of the file that was started: the program, or the script that Node runs. */
  readonly program: string;
  /** Sends a request; errors -32800, -32801 and -32802 are retried a few times. Params must hold URIs made by `uriOf`. */
  request(
    method: string,
    params: unknown,
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<unknown>;
  /**
   * Runs a command of a code action that does nothing but ask us to apply edits. Resolves to these WorkspaceEdits; none is
   * applied. `spec.commands` lists such commands.
   */
  editsOf(
    command: { readonly command: string; readonly arguments?: readonly unknown[] },
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<readonly unknown[]>;
  /** Whether it supports a method such as `textDocument/references`, including dynamic registrations. */
  supports(method: string): boolean;
  /** Opens files as they are on disk; beyond the limit, least recently used ones are closed. Resolves to unreadable paths. */
  open(paths: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  readonly openDocuments: number;
  isOpen(path: string): boolean;
  /** Version of the text it was last sent, as used in its edits; undefined if the file is not open. */
  versionOf(path: string): number | undefined;
  /** Reports changes on disk: open documents get the new text, other changes are sent as the server wants them. */
  tellChanges(changes: FileChanges): Promise<void>;
  /** How far it has loaded. Answers are complete only in "ready". */
  phase(): Phase;
  /** Resolves when it is ready, or with its phase when the time is up; rejects when aborted. */
  untilReady(options: {
    readonly signal: AbortSignal;
    readonly waitMs: number;
    readonly onProgress?: (phase: Phase) => void;
  }): Promise<Phase>;
  readonly diagnostics: DiagnosticsStore;
  /** The last lines of its stderr and of its own log messages. */
  log(): readonly string[];
  readonly closed: Promise<CloseReason>;
  /** Shutdown, exit, then the whole tree by force. Never rejects. */
  stop(): Promise<void>;
}

export interface FileChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

export interface Phase {
  readonly state: "ready" | "loading";
  /** As shown to people: `indexing 34/108`. */
  readonly detail: string;
  readonly done?: number;
  readonly total?: number;
}

/** Diagnostics that a server pushed, bounded, and kept for as long as it runs. */
export interface DiagnosticsStore {
  /** Undefined if nothing was reported for that file since the server got its text. `version` grows with every report. */
  of(path: string): FileDiagnostics | undefined;
  readonly paths: readonly string[];
  /** When anything last arrived, by `performance.now()`. */
  readonly changedAt: number;
  /** Resolves when the server reports on any file; rejects when aborted. */
  next(options: { readonly signal: AbortSignal }): Promise<void>;
}

export interface FileDiagnostics {
  readonly version: number;
  readonly items: readonly RawDiagnostic[];
  /** How many it sent, if not all were kept. */
  readonly total?: number;
}

/** As servers send it. */
export interface RawDiagnostic {
  readonly range: Range;
  /** 1 error, 2 warning, 3 information, 4 hint. */
  readonly severity: 1 | 2 | 3 | 4;
  readonly message: string;
  readonly code: string | undefined;
  readonly source: string | undefined;
}

/** How a server is started, and for which project. */
export interface WantedServer {
  readonly spec: ServerSpec;
  readonly root: string;
  /** The project's root: projects never share a server, even if one contains the other. */
  readonly project?: string;
  readonly file: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** It runs in the sandbox, if there is one, and can change nothing but caches: the user neither trusts the project nor chose the program. */
  readonly sandboxed?: boolean;
  readonly options: unknown;
  readonly settings: Readonly<Record<string, unknown>>;
}
