import { globExpression } from "../../workspace/walk/glob-expression.ts";
import { isRecord } from "../../workspace/config/is-record.ts";
import type { FileChanges } from "./language-server.ts";
import type { Registrations } from "./registrations.ts";
import { pathOfUri, uriOf } from "./uri.ts";

export const watchedFilesMethod = "workspace/didChangeWatchedFiles";

export interface FileEvent {
  readonly uri: string;
  /** 1 created, 2 changed, 3 deleted. */
  readonly type: 1 | 2 | 3;
}

export interface WatchedFiles {
  /** Whether the server registered which files to watch. */
  isRegistered(): boolean;
  /** The events that it wants for these changes: all of them until it has registered. */
  eventsOf(changes: FileChanges): readonly FileEvent[];
}

interface Watcher {
  /** Sum of 1 created, 2 changed, 4 deleted. */
  readonly kind: number;
  matches(path: string): boolean;
}

const allKinds = 7;

export function createWatchedFiles(root: string, registrations: Registrations): WatchedFiles {
  let known: { readonly version: number; readonly watchers: readonly Watcher[] } | undefined;
  const watchersNow = (): readonly Watcher[] => {
    if (known?.version !== registrations.version) {
      const options = registrations.optionsOf(watchedFilesMethod);
      known = { version: registrations.version, watchers: options.flatMap((each) => readWatchers(each, root)) };
    }
    return known.watchers;
  };
  return {
    isRegistered: () => registrations.has(watchedFilesMethod),
    eventsOf({ added, changed, removed }) {
      const watchers = registrations.has(watchedFilesMethod) ? watchersNow() : undefined;
      const select = (paths: readonly string[], type: FileEvent["type"], kind: number): readonly FileEvent[] =>
        paths
          .filter((path) => watchers?.some((each) => (each.kind & kind) !== 0 && each.matches(path)) ?? true)
          .map((path) => ({ uri: uriOf(path), type }));
      return [...select(added, 1, 1), ...select(changed, 2, 2), ...select(removed, 3, 4)];
    },
  };
}

function readWatchers(options: unknown, root: string): readonly Watcher[] {
  const list = isRecord(options) ? options["watchers"] : undefined;
  if (!Array.isArray(list)) return [];
  return list.flatMap((each: unknown) => {
    if (!isRecord(each)) return [];
    const { globPattern, kind } = each;
    const matches = matcherOf(globPattern, root);
    return matches === undefined ? [] : [{ kind: typeof kind === "number" ? kind : allKinds, matches }];
  });
}

function matcherOf(pattern: unknown, root: string): Watcher["matches"] | undefined {
  if (typeof pattern === "string") {
    const glob = pattern.replaceAll("\\", "/");
    // The root itself may contain glob characters.
    if (glob.startsWith(`${root}/`)) return matcherBelow(root, glob.slice(root.length + 1));
    const isAbsolute = glob.startsWith("/") || /^[A-Za-z]:\//.test(glob);
    return isAbsolute ? matcherBelow("", glob.replace(/^\//, "")) : matcherBelow(root, glob);
  }
  if (!isRecord(pattern) || typeof pattern["pattern"] !== "string") return undefined;
  const { baseUri } = pattern;
  const uri = isRecord(baseUri) ? baseUri["uri"] : baseUri;
  const base = typeof uri === "string" ? pathOfUri(uri)?.replace(/\/$/, "") : undefined;
  return base === undefined ? undefined : matcherBelow(base, pattern["pattern"]);
}

function matcherBelow(base: string, glob: string): Watcher["matches"] {
  const expression = compile(glob);
  return (path) => {
    if (base !== "" && !path.startsWith(`${base}/`)) return false;
    const below = base === "" ? path.replace(/^\//, "") : path.slice(base.length + 1);
    return expression.test(below);
  };
}

/** A glob that cannot be parsed matches everything: an extra notification does no harm. */
function compile(glob: string): RegExp {
  try {
    return globExpression(glob);
  } catch {
    return /^/;
  }
}
