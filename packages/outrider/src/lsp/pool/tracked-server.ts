import type { LanguageServer } from "../server/language-server.ts";
import { ServerError } from "../wire/connection.ts";

/** A server, with what the pool has to know about its use. */
export interface TrackedServer {
  /** What is handed out. */
  readonly server: LanguageServer;
  readonly raw: LanguageServer;
  /** Refuses all further questions with the reason; those under way fail at once. */
  refuse(reason: string): void;
  /** Ends its process tree and releases its room. Never rejects. */
  end(): Promise<void>;
}

export interface TrackOptions {
  readonly onAsked: () => void;
  readonly onAnswered: () => void;
  /** Releases its room; may be called more than once. */
  readonly leave: () => void;
}

export function trackServer(raw: LanguageServer, { onAsked, onAnswered, leave }: TrackOptions): TrackedServer {
  const waiting = new Set<(error: ServerError) => void>();
  let refused: string | undefined;

  /** A question counts as use until it is answered, and does not outlive the server. */
  function use<Value>(ask: () => Promise<Value>): Promise<Value> {
    if (refused !== undefined) return Promise.reject(new ServerError("closed", refused));
    onAsked();
    return new Promise<Value>((resolve, reject) => {
      waiting.add(reject);
      const over = (): void => {
        waiting.delete(reject);
        onAnswered();
      };
      ask().then(
        (value) => {
          over();
          resolve(value);
        },
        (error: unknown) => {
          over();
          reject(error);
        },
      );
    });
  }

  const { diagnostics } = raw;
  const server: LanguageServer = {
    spec: raw.spec,
    root: raw.root,
    pid: raw.pid,
    program: raw.program,
    closed: raw.closed,
    get capabilities() {
      return raw.capabilities;
    },
    get version() {
      return raw.version;
    },
    get openDocuments() {
      return raw.openDocuments;
    },
    isOpen: (path) => raw.isOpen(path),
    versionOf: (path) => raw.versionOf(path),
    supports: (method) => raw.supports(method),
    phase: () => raw.phase(),
    log: () => raw.log(),
    stop: () => raw.stop(),
    request: (method, params, options) => use(() => raw.request(method, params, options)),
    editsOf: (command, options) => use(() => raw.editsOf(command, options)),
    open: (paths, options) => use(() => raw.open(paths, options)),
    tellChanges: (changes) => use(() => raw.tellChanges(changes)),
    untilReady: (options) => use(() => raw.untilReady(options)),
    diagnostics: {
      of: (path) => diagnostics.of(path),
      get paths() {
        return diagnostics.paths;
      },
      get changedAt() {
        return diagnostics.changedAt;
      },
      next: (options) => use(() => diagnostics.next(options)),
    },
  };

  return {
    server,
    raw,
    refuse(reason) {
      refused ??= reason;
      for (const reject of waiting) reject(new ServerError("closed", refused));
      waiting.clear();
    },
    async end() {
      await raw.stop();
      leave();
    },
  };
}
