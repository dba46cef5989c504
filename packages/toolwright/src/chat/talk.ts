import { foldEntries, type ThreadState } from "../agent/log/thread-state.ts";
import type { RunOutcome } from "../agent/run/events.ts";
import { exitCodes } from "../cli/command.ts";
import { renderProse } from "../cli/render-prose.ts";
import type { Terminal } from "../cli/terminal.ts";
import { escapeControls, makeOneLine } from "../cli/visible-text.ts";
import type { Keyboard } from "./keyboard.ts";
import { type ChatScene, goOnCommand } from "./chat-scene.ts";
import type { Turns } from "./turns.ts";

interface Talk {
  readonly keyboard: Keyboard;
  readonly turns: Turns;
  take(input: string | undefined): Promise<RunOutcome>;
}

const twiceMs = 2_000;
const goodbye = /^\s*\/?(?:exit|quit)\s*;?\s*$/i;

/** One input after the other, until the person has had enough. */
export async function talk(scene: ChatScene, { keyboard, turns, take }: Talk): Promise<number> {
  const { terminal, chosen } = scene;
  await greet(scene);
  const state = chosen.kept === undefined ? undefined : foldEntries(await chosen.kept.store.read(chosen.thread));
  if (state !== undefined && state.seq > 0) {
    await remind(state, terminal);
    // What was cut off, or waits for a person, comes before anything new.
    await terminal.tell("");
    const isOpen = state.end === undefined ? await wantsRest(keyboard, turns) : state.end.status === "awaiting";
    if (isOpen && (await take(undefined)).status === "awaiting") return exitCodes.failed;
  }
  let interruptedAt = -Infinity;
  while (!turns.isEnding() && !terminal.readerGone.aborted) {
    await terminal.tell("");
    const entered = await turns.prompt((signal) => keyboard.readLine({ prompt: "> ", signal, history: true }));
    if (entered.kind === "end" || (entered.kind === "line" && goodbye.test(entered.text))) break;
    if (entered.kind === "interrupt") {
      if (performance.now() - interruptedAt < twiceMs) break;
      interruptedAt = performance.now();
      await terminal.tellPieces([{ text: "Ctrl-C again, or Ctrl-D, ends.", style: "dim" }]);
    } else if (entered.text.trim() !== "") {
      // A person who gives no answer to an approval has had enough, and decides another time.
      if ((await take(entered.text)).status === "awaiting") return exitCodes.failed;
    }
  }
  const goOn = goOnCommand(scene, chosen.thread);
  if (goOn !== undefined) await terminal.tellPieces([{ text: `Go on: ${goOn}`, style: "dim" }]);
  return exitCodes.ok;
}

/** The program has ended in the middle of a run: it crashed, or the person did not want to wait for the end of a call. */
async function wantsRest(keyboard: Keyboard, turns: Turns): Promise<boolean> {
  const prompt = "The program ended during this answer. Go on with it? [Y/n] ";
  const entered = await turns.prompt((signal) => keyboard.readLine({ prompt, signal }));
  return entered.kind === "line" && /^(?:y(?:es)?)?$/i.test(entered.text.trim());
}

async function greet({ model, chosen, terminal }: ChatScene): Promise<void> {
  const kept = chosen.kept === undefined ? "nothing is kept" : `kept as ${chosen.thread}`;
  await terminal.tellPieces([
    { text: makeOneLine(model.id), style: "bold" },
    { text: ` · ${kept}`, style: "dim" },
  ]);
  await terminal.tellPieces([{ text: "Ctrl-C cancels an answer, Ctrl-D ends.", style: "dim" }]);
}

/** The last words of both, so that a person knows where they are. */
async function remind({ history }: ThreadState, terminal: Terminal): Promise<void> {
  const asked = history.findLast((item) => item.kind === "user");
  const question = asked?.content.map((part) => (part.type === "text" ? part.text : `[${part.mimeType}]`)).join(" ");
  const answered = history.findLast((item) => item.kind === "response");
  const answer = answered?.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("") ?? "";
  if (question !== undefined) await terminal.tellPieces([{ text: `\n> ${makeOneLine(question)}`, style: "dim" }]);
  if (answer !== "") await terminal.print(`\n${renderProse(escapeControls(answer), "", terminal.columns).join("\n")}`);
}
