import type { DiskChanges } from "../syntax/project-symbols.ts";
import type { FileChanges, LanguageServer } from "./server/language-server.ts";

/** The changes that one server has not been told about yet. */
export interface ChangeLog {
  add(changes: DiskChanges): void;
  /** Sends all of them in one batch; resolves when the server knows everything that was noted before the call. */
  tell(server: Listener): Promise<void>;
}

type Listener = Pick<LanguageServer, "tellChanges">;
type Kind = "added" | "changed" | "removed";

export function createChangeLog(toReal: (path: string) => string): ChangeLog {
  let untold = new Map<string, Kind>();
  let telling: Promise<void> = Promise.resolve();

  function note(path: string, kind: Kind): void {
    untold.set(path, join(untold.get(path), kind));
  }

  async function tellAll(server: Listener): Promise<void> {
    if (untold.size === 0) return;
    const told = untold;
    untold = new Map();
    try {
      await server.tellChanges(changesOf(told, toReal));
    } catch (error) {
      // The server that replaces this one still has to be told.
      const since = untold;
      untold = told;
      for (const [path, kind] of since) note(path, kind);
      throw error;
    }
  }

  return {
    add({ added, changed, removed }) {
      for (const path of removed) note(path, "removed");
      for (const path of added) note(path, "added");
      for (const path of changed) note(path, "changed");
    },
    tell(server) {
      // A caller that arrives during a notification waits for it too.
      const told = telling.then(() => tellAll(server));
      telling = told.catch(() => {});
      return told;
    },
  };
}

/** Merges two changes of the same file. */
function join(before: Kind | undefined, now: Kind): Kind {
  if (before === "removed" && now === "added") return "changed";
  return before === "added" && now === "changed" ? "added" : now;
}

function changesOf(untold: ReadonlyMap<string, Kind>, toReal: (path: string) => string): FileChanges {
  const changes: Record<Kind, string[]> = { added: [], changed: [], removed: [] };
  for (const [path, kind] of untold) changes[kind].push(toReal(path));
  return changes;
}
