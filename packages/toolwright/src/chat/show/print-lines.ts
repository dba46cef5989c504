import type { AgentEvent } from "../../agent/run/events.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { Watcher } from "./watcher.ts";

/** Each event as a line of JSON on stdout, and the outcome as the last one. */
export function printLines(terminal: Terminal): Watcher {
  let dropped = 0;
  return {
    async show(event) {
      // A run that goes on after a decision has an end of its own, which is none for who reads.
      if (event.type === "end") dropped += event.dropped;
      else await terminal.print(JSON.stringify(inWholeMilliseconds(event)));
    },
    async end(outcome) {
      await terminal.print(JSON.stringify({ type: "end", outcome, dropped }));
    },
  };
}

function inWholeMilliseconds(event: AgentEvent): AgentEvent {
  if (event.type === "retry") return { ...event, waitMs: Math.round(event.waitMs) };
  if (event.type === "call-end") return { ...event, durationMs: Math.round(event.durationMs) };
  return event;
}
