import type { RunEnd } from "../log/entries.ts";
import { askHook, readMessage } from "./ask-hook.ts";
import type { RunParts } from "./run-parts.ts";
import { writeHistory } from "./write-history.ts";

/** How often answers may be sent back in one run. */
const mostSentBack = 8;

/** Asks the hook about the model's latest answer. What it says is in the log, and the next step follows from it. */
export async function reviewResponse(parts: RunParts): Promise<void> {
  const { thread } = parts;
  const { onResponse } = parts.hooks;
  const { history, run, stopping } = thread.state();
  const last = history.at(-1);
  if (onResponse === undefined || last?.kind !== "response") return;
  const { content, finish } = last;
  const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("");
  const question = {
    name: "onResponse",
    verdicts: { accept: undefined, retry: "feedback", block: "message" },
  } as const;
  const said = await askHook(parts, question, (context) => onResponse({ content, text, finish }, context));
  if (said.verdict !== "retry") {
    await thread.append(
      said.verdict === "accept"
        ? { type: "reviewed", verdict: "accept" }
        : { type: "reviewed", verdict: "block", message: said.message },
    );
    return;
  }
  const { feedback } = said;
  // There is no further answer behind the last one.
  if (stopping !== undefined || run.sentBack >= mostSentBack) {
    const message = `The hook onResponse sent ${run.sentBack + 1} answers back, and no more are asked for: ${feedback}`;
    await thread.append({ type: "reviewed", verdict: "block", message });
    return;
  }
  await thread.append({ type: "reviewed", verdict: "retry", feedback });
}

/** Asks the hook whether the history may go to the model, and how it is to be completed. Undefined if the run goes on. */
export async function clearTurn(parts: RunParts): Promise<RunEnd | undefined> {
  const { beforeModel } = parts.hooks;
  if (beforeModel === undefined) return undefined;
  const messages = writeHistory(parts.thread.state().history);
  const question = { name: "beforeModel", verdicts: { proceed: undefined, add: "message", block: "message" } } as const;
  const said = await askHook(parts, question, (context) => beforeModel(messages, context));
  switch (said.verdict) {
    case "proceed":
      await parts.thread.append({ type: "cleared" });
      return undefined;
    case "add":
      await parts.thread.append({ type: "cleared", content: readMessage(said.message) });
      return undefined;
    case "block":
      // One entry says both that the hook has decided and how the run ends.
      return parts.thread.state().stopping?.end ?? { status: "refused", message: said.message };
  }
}
