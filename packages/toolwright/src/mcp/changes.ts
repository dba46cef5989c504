import type { ResourceProvider } from "../resources/provider.ts";

/** What clients are notified of: a changed list of tools, prompts or resources, or one changed resource. */
export type Change =
  | { readonly kind: "tools" | "prompts" | "resources" }
  | { readonly kind: "resource"; readonly uri: string };

/** How the application notifies every client of changes, and how connections subscribe to them. */
export interface Changes {
  toolsChanged(): void;
  promptsChanged(): void;
  resourcesChanged(): void;
  resourceUpdated(uri: string): void;
  /** For connections; the returned function unsubscribes. */
  onChange(listener: (change: Change) => void): () => void;
}

/** The provider is watched only while there are listeners. */
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
      // Each connection gets its own listener, even if the function is the same.
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
