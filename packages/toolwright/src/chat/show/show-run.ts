import type { AgentEvent } from "../../agent/run/events.ts";
import type { Terminal } from "../../cli/terminal.ts";
import { makeOneLine } from "../../cli/visible-text.ts";
import { countTokens } from "../../output/tokens.ts";
import { describeTime, renderCall } from "./call-line.ts";
import { showEnd } from "./show-end.ts";
import { openPage } from "./page.ts";
import { createStatusLine } from "./status-line.ts";
import type { Watcher } from "./watcher.ts";

/** Words of the model on stdout as they come; everything else on stderr, a line each. */
export function showRun(terminal: Terminal, goOn: (thread: string) => string | undefined): Watcher & { pause(): void } {
  const page = openPage(terminal);
  const status = createStatusLine(terminal);
  const calls = createCallList();
  /** What goes on beside the model does not break into its words. */
  const held: { readonly event: AgentEvent; readonly signal: AbortSignal }[] = [];
  let model = "";

  async function showEvent(event: AgentEvent, signal: AbortSignal): Promise<void> {
    switch (event.type) {
      case "text":
        return await page.write(event.delta, signal);
      case "turn":
        model = event.model;
        return status.show(model);
      case "reasoning":
        return status.change(`${model} is thinking`);
      case "call-start":
        calls.start(event);
        return status.show(calls.describe() ?? model);
      case "call-progress":
        calls.progress(event);
        return status.change(calls.describe() ?? model);
      case "call-end": {
        const tokens = await countTokens(event.text);
        await page.line(renderCall({ ...event, ...calls.end(event), tokens }, page.columns));
        return status.show(calls.describe() ?? model);
      }
      case "call-detached":
        return await page.note(`… ${event.title} goes on beside the conversation.`);
      case "retry":
        return await page.note(
          `${endSentence(event.reason)} Asking ${event.model} again in ${describeTime(event.waitMs)}.`,
          "yellow",
        );
      case "compacted":
        return await page.note(event.message);
      case "message":
        return event.from === "hook" ? await page.note(`Told to the model: ${event.text}`) : undefined;
      case "asked":
        status.hide();
        return await page.gap();
      case "subagent":
        // What a subagent does shows in the line of its call.
        return undefined;
      case "usage":
      case "end":
        return status.hide();
    }
  }

  async function closeText(): Promise<void> {
    await page.closeText();
    for (const { event, signal } of held.splice(0)) await showEvent(event, signal);
  }

  return {
    pause: status.hide,
    async show(event, signal) {
      if (page.isInText() && isBeside(event)) return void held.push({ event, signal });
      if (event.type !== "text") await closeText();
      else if (!page.isInText()) status.hide();
      await showEvent(event, signal);
    },
    async end(outcome) {
      await closeText();
      status.hide();
      calls.clear();
      await showEnd(outcome, goOn(outcome.thread), page);
    },
  };
}

function endSentence(text: string): string {
  return /[.!?…:]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}

function isBeside({ type }: AgentEvent): boolean {
  return type === "call-end" || type === "call-progress" || type === "message";
}

interface RunningCall {
  readonly title: string;
  /** As the model wrote it. */
  readonly input: string;
  progress: string | undefined;
}

/** The calls under way. */
function createCallList() {
  const calls = new Map<string, RunningCall>();
  return {
    start: ({ callId, title, input }: Extract<AgentEvent, { type: "call-start" }>): void =>
      void calls.set(callId, { title, input, progress: undefined }),
    progress({ callId, message }: Extract<AgentEvent, { type: "call-progress" }>): void {
      const call = calls.get(callId);
      if (call !== undefined) call.progress = message;
    },
    end({ callId, tool }: Extract<AgentEvent, { type: "call-end" }>): Pick<RunningCall, "title" | "input"> {
      const call = calls.get(callId);
      calls.delete(callId);
      return call ?? { title: tool, input: "" };
    },
    clear: (): void => calls.clear(),
    /** Undefined if there is none. */
    describe(): string | undefined {
      const [first] = calls.values();
      if (first === undefined) return undefined;
      const more = calls.size > 1 ? ` and ${calls.size - 1} more` : "";
      return makeOneLine(`${first.title}${more}${first.progress === undefined ? "" : `: ${first.progress}`}`);
    },
  };
}
