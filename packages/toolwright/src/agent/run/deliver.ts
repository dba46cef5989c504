import type { EntryBody } from "../log/entries.ts";
import type { WaitingMessage } from "../log/history.ts";
import type { ThreadState } from "../log/thread-state.ts";
import type { AgentEvent } from "./events.ts";

/** Makes what has come meanwhile a part of the history, in the order in which it came. */
export function deliverEntries({ waiting }: Pick<ThreadState, "waiting">): readonly EntryBody[] {
  return waiting.map(({ seq }) => ({ type: "delivered", message: seq }));
}

/** A message on its way to the model, for those who watch. */
export function describeMessage(message: WaitingMessage): Extract<AgentEvent, { type: "message" }> {
  if (message.kind === "late-result") {
    const { part, result } = message;
    return { type: "message", from: "call", callId: part.callId, text: result.text };
  }
  const text = message.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join("\n");
  return { type: "message", from: message.kind === "user" ? "person" : "hook", text };
}
