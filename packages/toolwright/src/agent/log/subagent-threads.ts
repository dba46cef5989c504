import { ToolError } from "../../tool/tool-error.ts";

/** No thread of a person's has this character in its name, so that no two threads ever get the same one. */
const separator = "\u001F";

/** The thread of the subagent that works on a call of another thread. It lives and is deleted with that thread. */
export function subagentThread(thread: string, callId: string): string {
  return `${thread}${separator}${callId}`;
}

/** Whether a thread belongs to a subagent. Drivers do not list such threads. */
export function isSubagentThread(thread: string): boolean {
  return thread.includes(separator);
}

/** A subagent's thread goes on with the call that it works on, and with nothing else. */
export function checkOwnThread(thread: string): string {
  if (!isSubagentThread(thread)) return thread;
  const name = JSON.stringify(thread);
  throw new ToolError(
    "subagent_thread",
    `The thread ${name} belongs to a subagent; use the thread of the agent above.`,
  );
}

/** The thread of the agent above all subagents; the thread itself if it belongs to none. */
export function rootThread(thread: string): string {
  const [root = thread] = thread.split(separator, 1);
  return root;
}

/** With what the names of all threads begin that belong to subagents of this one. */
export function subagentPrefix(thread: string): string {
  return `${thread}${separator}`;
}
