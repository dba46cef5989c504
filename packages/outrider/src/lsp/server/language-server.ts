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

/** Real path of the file, "/" between on every system; never a URI, whose spelling differs between servers. */
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
  /** As it named itself. */
  readonly version: string | undefined;
  readonly pid: number;
  /** Asks; -32801 and -32802 are asked again a few times. Params must hold URIs made by `uriOf`. */
  request(
    method: string,
    params: unknown,
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<unknown>;
  /**
   * Runs a command of a code action that does nothing but ask us to apply edits; resolves to these WorkspaceEdits, of which
   * none is applied. Which commands are such is in `spec.commands`.
   */
  editsOf(
    command: { readonly command: string; readonly arguments?: readonly unknown[] },
    options: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  ): Promise<readonly unknown[]>;
  /** What it can, its dynamic registrations included: `textDocument/references`. */
  supports(method: string): boolean;
  /** Opens those that are not, with the text as it is on disk; those used longest ago are closed beyond the limit. Resolves to paths that could not be read. */
  open(paths: readonly string[], options: { readonly signal: AbortSignal }): Promise<readonly string[]>;
  readonly openDocuments: number;
  isOpen(path: string): boolean;
  /** Of the text that it was sent last, as it names it in its edits; undefined where the file is not open. */
  versionOf(path: string): number | undefined;
  /** What is different on disk: open documents get the new text, the rest is told as the server wants it. */
  tellChanges(changes: FileChanges): Promise<void>;
  /** How far it is. Complete answers can be had in "ready" only. */
  phase(): Phase;
  /** Resolves when it is ready, or with the phase it is in after that time; rejects when aborted. */
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
  /** For people: `indexing 34/108`. */
  readonly detail: string;
  readonly done?: number;
  readonly total?: number;
}

/** What a server said of a file by itself (push), kept for as long as it runs and bounded. */
export interface DiagnosticsStore {
  /** Undefined where it has said nothing of that file since it got its text. `version` grows with every word about it. */
  of(path: string): FileDiagnostics | undefined;
  readonly paths: readonly string[];
  /** When anything arrived last, by `performance.now()`. */
  readonly changedAt: number;
  /** Resolves when the server says something about any file; rejects when aborted. */
  next(options: { readonly signal: AbortSignal }): Promise<void>;
}

export interface FileDiagnostics {
  readonly version: number;
  readonly items: readonly RawDiagnostic[];
  /** How many it sent, where not all were kept. */
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
