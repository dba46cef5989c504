import { basename } from "node:path";
import type { ChokidarOptions } from "chokidar";

export interface WatchHint {
  /** Why nothing is watched (any more); undefined while it works. Sweeps see everything all the same. */
  reason(): string | undefined;
  close(): Promise<void>;
}

export interface WatchHintOptions {
  /** Called once for all that happened within `quietMs`. */
  readonly onHint: () => void;
  readonly quietMs?: number;
  /** Paths that are not worth a watch, beside `.git`, `.outrider` and `node_modules`. */
  readonly isIgnored?: (path: string) => boolean;
  readonly onOff?: (reason: string) => void;
  /** What watches; chokidar unless told. */
  readonly watch?: Watch;
}

export type Watch = (directory: string, options: ChokidarOptions) => Watcher;

export interface Watcher {
  on(event: "all" | "error" | "ready", listener: (what: unknown) => void): unknown;
  close(): Promise<void>;
}

const neverWatched = new Set([".git", ".outrider", "node_modules"]);

/** Says that something below a directory may have changed, sooner than the next sweep would. Never the only source. */
export async function watchHint(directory: string, options: WatchHintOptions): Promise<WatchHint> {
  const { onHint, quietMs = 100, isIgnored } = options;
  const watch = options.watch ?? (await import("chokidar")).watch;
  let timer: NodeJS.Timeout | undefined;
  let offReason: string | undefined;
  const watcher = watch(directory, {
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    persistent: false,
    ignored: (path) => path !== directory && (neverWatched.has(basename(path)) || isIgnored?.(path) === true),
  });
  const close = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    await watcher.close();
  };
  const switchOff = (failure: unknown): void => {
    if (offReason !== undefined) return;
    offReason = describe(failure);
    options.onOff?.(offReason);
    close().catch(() => {});
  };
  watcher.on("error", switchOff);
  watcher.on("all", () => {
    if (timer !== undefined || offReason !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      onHint();
    }, quietMs);
    timer.unref();
  });
  await new Promise<void>((resolve) => {
    watcher.on("ready", () => resolve());
    watcher.on("error", () => resolve());
  });
  return { reason: () => offReason, close };
}

function describe(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (code === "ENOSPC") return "the system allows no more file watches (fs.inotify.max_user_watches)";
  if (code === "EMFILE") return "this process has too many files open to watch more";
  return `watching failed${code === "" ? "" : ` (${code})`}`;
}
