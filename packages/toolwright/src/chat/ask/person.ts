import type { AnyKernel } from "../../call/kernel.ts";
import type { Terminal } from "../../cli/terminal.ts";
import type { Keyboard } from "../keyboard.ts";

/** Who is asked. */
export interface Person {
  readonly keyboard: Keyboard;
  readonly terminal: Terminal;
  /** Says what a call would change, where a tool can. */
  readonly kernel: Pick<AnyKernel, "tool" | "call">;
  /** Aborts when the person cancels. */
  readonly signal: AbortSignal;
  cancel(): void;
}

/** A line without spaces around it; undefined if nobody answers. */
export async function readAnswer(
  prompt: string,
  { keyboard, signal, cancel }: Person,
  prefill?: string,
): Promise<string | undefined> {
  const entered = await keyboard.readLine({ prompt, signal, ...(prefill === undefined ? {} : { prefill }) });
  if (entered.kind === "interrupt") cancel();
  return entered.kind === "line" ? entered.text.trim() : undefined;
}
