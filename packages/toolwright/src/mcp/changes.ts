import type { ResourceProvider } from "../resources/provider.ts";

/** What clients are told is new: the list of tools, prompts or resources, or one resource. */
export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  | { readonly kind: "resource"; readonly uri: string };

/** How the application tells every client what has changed, and how connections hear of it. */
export interface Changes {
  toolsChanged(): void;
  promptsChanged(): void;
  resourcesChanged(): void;
  resourceUpdated(uri: string): void;
  /** For connections; the returned function stops it. */
  onChange(listener: (change: Change) => void): () => void;
}

/** The provider is watched only while somebody listens. */
export function createChanges(provider: ResourceProvider | undefined, onFault: (error: unknown) => void): Changes {
  const listeners = new Set<(change: Change) => void>();
  let stopWatching: (() => void) | undefined;

  function publish(change: Change): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onFault(error);
      }
    }
  }

  return {
    toolsChanged: () => publish({ kind: "tools" }),
    promptsChanged: () => publish({ kind: "prompts" }),
    resourcesChanged: () => publish({ kind: "resources" }),
    resourceUpdated: (uri) => publish({ kind: "resource", uri }),
    onChange(listener) {
      // Every connection has a listener of its own, even where the function is the same.
      const own = (change: Change): void => listener(change);
      listeners.add(own);
      stopWatching ??= provider?.watch?.((change) =>
        publish(change === "list" ? { kind: "resources" } : { kind: "resource", uri: change.uri }),
      );
      return () => {
        listeners.delete(own);
        if (listeners.size > 0) return;
        stopWatching?.();
        stopWatching = undefined;
      };
    },
  };
}
