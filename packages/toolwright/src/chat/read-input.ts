import type { Readable } from "node:stream";
import { type CommandArguments, usageError } from "../cli/command.ts";
import { unlessInterrupted } from "../cli/interrupts.ts";
import type { Terminal } from "../cli/terminal.ts";
import type { ChosenThread } from "./threads.ts";

/**
 * Words of the command line, and below them what is piped into stdin. Undefined to go on where the thread stands, or to ask at a
 * prompt.
 */
export async function readInput(
  { words, isOld }: Pick<ChosenThread, "words" | "isOld">,
  { given, interrupted }: Pick<CommandArguments, "given" | "interrupted">,
  terminal: Terminal,
): Promise<string | undefined> {
  const { stdin, canAsk } = terminal;
  // A dash says that something will come, however late.
  const isExpected = words.at(-1) === "-";
  const typed = (isExpected ? words.slice(0, -1) : words).join(" ").trim();
  if (stdin.isTTY === true && !isExpected) {
    if (typed !== "" || (canAsk && !given.has("json")) || isOld) return typed === "" ? undefined : typed;
    throw usageError("Give a question, as words or on stdin.");
  }
  const isPatient = isExpected || (typed === "" && !isOld);
  const tellOpen = (): void => {
    void terminal.tell("Reading stdin until it ends; Ctrl-C stops.");
  };
  const piped = await unlessInterrupted(interrupted, readPiped(stdin, isPatient, tellOpen));
  if (piped.isSilent) {
    await terminal.tell(
      `stdin is open and sent nothing for ${firstByteMs / 1_000} s: going on without it. A last word - waits for it; </dev/null closes it.`,
    );
  }
  if (piped.leftOut > 0) {
    await terminal.tell(
      `stdin is longer than ${describeBytes(2 * halfBytes)}: ${describeBytes(piped.leftOut)} in its middle are left out.`,
    );
  }
  const input = [typed, piped.text.trim()].filter((part) => part !== "").join("\n\n");
  if (input !== "") return input;
  if (isOld) return undefined;
  throw usageError("stdin was empty; give a question, as words or on stdin.");
}

/** A program that starts this one may leave a pipe open for good. */
const firstByteMs = 3_000;
const halfBytes = 128 * 1_024;

interface Piped {
  readonly text: string;
  /** In bytes. */
  readonly leftOut: number;
  /** Nothing has come in the time that there was for a beginning. */
  readonly isSilent: boolean;
}

/** Reads to the end, and keeps the first and the last part of what is too long for a model. */
async function readPiped(stdin: Readable, isPatient: boolean, tellOpen: () => void): Promise<Piped> {
  const head: Buffer[] = [];
  let tail = Buffer.alloc(0);
  let total = 0;
  let isSilent = false;
  const giveUp = (): void => {
    isSilent = true;
    stdin.destroy();
  };
  const timer = setTimeout(() => {
    if (isPatient || total > 0) tellOpen();
    else giveUp();
  }, firstByteMs);
  try {
    for await (const chunk of stdin) {
      const bytes = Buffer.from(chunk);
      const room = Math.max(0, halfBytes - total);
      head.push(bytes.subarray(0, room));
      tail = Buffer.concat([tail, bytes.subarray(room)]);
      if (tail.length > 2 * halfBytes) tail = Buffer.from(tail.subarray(-halfBytes));
      total += bytes.length;
    }
  } catch (error) {
    if (!isSilent) throw error;
  } finally {
    clearTimeout(timer);
  }
  const leftOut = Math.max(0, total - 2 * halfBytes);
  const gap = `\n[… ${leftOut} bytes are left out here …]\n`;
  const text = [Buffer.concat(head), ...(leftOut > 0 ? [Buffer.from(gap)] : []), tail.subarray(-halfBytes)];
  return {
    text: Buffer.concat(text)
      .toString("utf8")
      .replace(/^\ufeff/, ""),
    leftOut,
    isSilent,
  };
}

function describeBytes(bytes: number): string {
  return bytes < 1_024 ? `${bytes} bytes` : `${Math.round(bytes / 1_024).toLocaleString("en-US")} KiB`;
}
