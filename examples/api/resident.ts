// toolwright/resident: One process for many clients
import {
  chooseResidentDirectory,
  connectResident,
  killResident,
  listResidents,
  ResidentError,
  residentKey,
  serveResident,
  type ServedResident,
} from "toolwright/resident";

/** The process: whatever is expensive to open is opened once, and every client asks it. */
export async function serveCounts(directory: string, key: string): Promise<ServedResident> {
  const counts = new Map<string, number>();
  return await serveResident({
    directory,
    key,
    version: "1.0.0",
    idleMs: 60_000,
    async onConnection(connection) {
      const message = await connection.receive();
      if (message?.kind !== "json" || typeof message.value !== "string") return;
      const count = (counts.get(message.value) ?? 0) + 1;
      counts.set(message.value, count);
      await connection.send({ word: message.value, count });
    },
  });
}

/** A client: the process is started if nobody has done so. */
export async function askForCount(directory: string, key: string, word: string): Promise<unknown> {
  const start = () => ({ command: process.execPath, args: ["serve-counts.js", directory, key] });
  const connection = await connectResident({ directory, key, version: "1.0.0", start });
  try {
    await connection.send(word);
    const message = await connection.receive();
    return message?.kind === "json" ? message.value : undefined;
  } catch (error) {
    if (error instanceof ResidentError && error.code === "lost") return "The process ended; it may have counted.";
    throw error;
  } finally {
    await connection.end();
  }
}

/** Ends what hangs: only the very process that holds the lock of its key. */
export async function endSilent(directory: string): Promise<void> {
  for (const { key, pid } of await listResidents(directory)) {
    const connection = await connectResident({ directory, key, version: "1.0.0" }).catch((error: unknown) => error);
    const hangs = connection instanceof ResidentError && connection.code === "not_answering";
    if (hangs && !(await killResident(directory, key))) throw new Error(`Look at process ${pid} before you end it.`);
  }
}

/** Who has the same key shares the process: everything that decides what it does is part of it. */
export function placeOf(
  project: string,
  runtimeDirectory: string,
): { readonly directory: string; readonly key: string } {
  return { directory: chooseResidentDirectory([runtimeDirectory]), key: residentKey([project, "read-only"]) };
}
