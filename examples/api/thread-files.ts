// toolwright/thread-files: Threads that survive a crash
import { openFileThreads } from "toolwright/thread-files";
import { sendAfterApproval } from "./agent.ts";

/** Another process with the same directory lists, decides and resumes the same threads. */
export async function sendAndKeep(directory: string): Promise<readonly string[]> {
  const store = openFileThreads({ directory });
  await sendAfterApproval({ store });
  return (await store.list()).map(({ thread, entries }) => `${thread}: ${entries} entries`);
}
