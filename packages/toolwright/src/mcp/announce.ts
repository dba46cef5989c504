import type { Change } from "./changes.ts";
import type { Connection } from "./connection.ts";
import { isSubscribed } from "./resources/handle-resources.ts";

/** Notifies one long-lived connection of changes until stopped. On a modern one the SDK filters those it subscribed to. */
export function announceChanges(connection: Connection): () => void {
  const { definition, server } = connection;
  return definition.onChange((change) => {
    if (server.transport !== undefined) announce(connection, change)?.catch(definition.onFault);
  });
}

function announce(connection: Connection, change: Change): Promise<void> | undefined {
  const { definition, era, server } = connection;
  switch (change.kind) {
    case "tools":
      return server.sendToolListChanged();
    case "prompts":
      return definition.prompts.length === 0 ? undefined : server.sendPromptListChanged();
    case "resources":
      return definition.resources === undefined ? undefined : server.sendResourceListChanged();
    case "resource":
      if (definition.resources === undefined || (era === "legacy" && !isSubscribed(connection, change.uri))) return;
      return server.sendResourceUpdated({ uri: change.uri });
  }
}

/** Runs `work` one at a time; a call while it is running makes it run once more afterwards. `work` must not reject. */
export function coalesce(work: () => Promise<void>): () => void {
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    running = true;
    do {
      again = false;
      await work();
    } while (again);
    running = false;
  };
  return () => {
    again = true;
    if (!running) void run();
  };
}
