import type { LanguageServer } from "../server/language-server.ts";
import { ServerError } from "../wire/connection.ts";

/** A server with what the pool has to know of its use. */
export interface TrackedServer {
  /** What is handed out. */
  readonly server: LanguageServer;
  readonly raw: LanguageServer;
  isBusy(): boolean;
  /** When it was used last. */
  usedAt(): number;
  touch(): void;
  /** From now on every question is refused with the reason, those under way at once. */
  refuse(reason: string): void;
  isRefused(): boolean;
  /** Ends its tree and gives up its place. Never rejects. */
  end(): Promise<void>;
}

export interface TrackOptions {
  readonly now: () => number;
  readonly onRest: () => void;
  /** Gives up its place; may be called again. */
  readonly leave: () => void;
}

export function trackServer(raw: LanguageServer, { now, onRest, leave }: TrackOptions): TrackedServer {
  const waiting = new Set<(error: ServerError) => void>();
  let usedAt = now();
  let refused: string | undefined;

  /** A question that counts as use until it is answered, and that does not outlive the server. */
  function use<Value>(ask: () => Promise<Value>): Promise<Value> {
    if (refused !== undefined) return Promise.reject(new ServerError("closed", refused));
    usedAt = now();
    return new Promise<Value>((resolve, reject) => {
      waiting.add(reject);
      const over = (): void => {
        waiting.delete(reject);
        usedAt = now();
        if (waiting.size === 0) onRest();
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
    isBusy: () => waiting.size > 0,
    usedAt: () => usedAt,
    touch() {
      usedAt = now();
    },
    refuse(reason) {
      refused ??= reason;
      for (const reject of waiting) reject(new ServerError("closed", refused));
      waiting.clear();
    },
    isRefused: () => refused !== undefined,
    async end() {
      await raw.stop();
      leave();
    },
  };
}
