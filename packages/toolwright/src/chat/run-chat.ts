import { resolve } from "node:path";
import { createAgent } from "../agent/create-agent.ts";
import { replayModel } from "../agent/model/cassette.ts";
import type { Model } from "../agent/model/model.ts";
import { describeInput } from "../access/describe-request.ts";
import type { PendingAsk, RunOutcome } from "../agent/run/events.ts";
import type { AnyKernel } from "../call/kernel.ts";
import { type CommandArguments, exitCodes, usageError } from "../cli/command.ts";
import { type Host, withKernel } from "../cli/host.ts";
import type { Terminal } from "../cli/terminal.ts";
import { makeOneLine } from "../cli/visible-text.ts";
import { errorCode } from "../tool/tool-error.ts";
import { type Decided, decideHere } from "./ask/decide-here.ts";
import type { ChatOptions } from "./chat-options.ts";
import { type Conversation, converse } from "./conversation.ts";
import { openKeyboard } from "./keyboard.ts";
import { readCassette, recordTo } from "./models/cassette-file.ts";
import { chooseModel } from "./models/choose-model.ts";
import { openModel } from "./models/open-model.ts";
import { readPrices } from "./models/prices.ts";
import { readInput } from "./read-input.ts";
import { describeCount } from "./show/call-line.ts";
import { printLines } from "./show/print-lines.ts";
import { showRun } from "./show/show-run.ts";
import { type ChatScene, goOnCommand } from "./chat-scene.ts";
import { talk } from "./talk.ts";
import {
  type ChosenThread,
  chooseThread,
  deleteThread,
  listThreads,
  pruneKept,
  readCount,
  readRetention,
} from "./threads.ts";
import { ownTurns } from "./turns.ts";

/** Talks to a model with the tools of a program; resolves with the exit code. */
export async function runChat(options: ChatOptions, args: CommandArguments, terminal: Terminal): Promise<number> {
  try {
    if (args.given.has("threads")) return await listThreads(options, args, terminal);
    if (args.given.has("delete")) return await deleteThread(options, args, terminal);
    return await openChat(options, args, terminal);
  } catch (error) {
    const code = errorCode(error);
    const isOfThread = code?.startsWith("thread_") === true || code === "unknown_price";
    throw isOfThread && error instanceof Error ? usageError(error.message, error) : error;
  }
}

async function openChat(options: ChatOptions, args: CommandArguments, terminal: Terminal): Promise<number> {
  const { given, values } = args;
  if (given.has("yes") && given.has("reject")) throw usageError("--yes and --reject exclude each other.");
  const limits = readLimits(args);
  const retention = readRetention(args);
  const prices = values["prices"] === undefined ? {} : await readPrices(resolve(options.cwd, values["prices"]));
  const chosen = await chooseThread(options, args);
  const input = await readInput(chosen, args, terminal);
  const source = await chooseSource(options, args, chosen);
  const recorder =
    values["record"] === undefined ? undefined : recordTo(resolve(options.cwd, values["record"]), source);
  const model = recorder?.model ?? source;
  const host: Host = {
    program: options.program,
    kernel: options.kernel,
    flags: options.flags,
    readWith: "read_output",
  };
  const code = await withKernel(host, args, terminal, async ({ kernel, instructions = "" }) => {
    const agent = createAgent({
      model,
      kernel,
      system: instructions,
      limits,
      prices,
      ...(chosen.kept === undefined ? {} : { store: chosen.kept.store }),
    });
    try {
      return await hold({ options, args, terminal, chosen, input, model }, agent, kernel);
    } finally {
      await recorder?.save();
    }
  });
  if (chosen.kept !== undefined && retention !== undefined) await pruneKept(chosen.kept.store, retention, terminal);
  return code;
}

async function hold(scene: ChatScene, agent: Conversation["agent"], kernel: AnyKernel): Promise<number> {
  const { args, terminal, chosen, input } = scene;
  const asJson = args.given.has("json");
  const isManned = terminal.canAsk && !asJson;
  const turns = ownTurns(args);
  const keyboard = isManned ? openKeyboard(terminal) : undefined;
  const shown = showRun(terminal, (thread) => goOnCommand(scene, thread));
  const watcher = asJson ? printLines(terminal) : shown;
  const verdict = args.given.has("yes") ? "approved" : args.given.has("reject") ? "rejected" : undefined;

  async function take(words: string | undefined): Promise<RunOutcome> {
    return await turns.turn(async (signal, cancel) => {
      const isTalk = input === undefined;
      const onEnd = (): void => {
        if (!isTalk || turns.isEnding()) return;
        turns.end();
        void terminal.tell("Ends after this answer; Ctrl-C cancels it.");
      };
      const release = keyboard?.watch({ onInterrupt: turns.press, onEnd });
      // Nobody works for a reader that has gone, as `head` does when it has had enough.
      terminal.readerGone.addEventListener("abort", cancel, { once: true });
      if (terminal.readerGone.aborted) cancel();
      const decide: Conversation["decide"] = async (asks, turn) => {
        const decided = verdict === undefined ? {} : decideAll(asks, verdict);
        if (verdict === "approved") await tellLong(asks, watcher === shown ? terminal : undefined);
        const open = asks.filter(({ callId }) => !Object.hasOwn(decided, callId));
        if (open.length === 0 || keyboard === undefined) return { decisions: decided, isLeft: false };
        const said = await decideHere(open, { keyboard, terminal, kernel, signal: turn, cancel });
        return { ...said, decisions: { ...decided, ...said.decisions } };
      };
      try {
        return await converse({ agent, thread: chosen.thread, watcher, decide }, words, signal);
      } finally {
        shown.pause();
        release?.();
        terminal.readerGone.removeEventListener("abort", cancel);
      }
    });
  }

  try {
    const isOne = input !== undefined || keyboard === undefined;
    return isOne ? exitCodeOfRun(await take(input)) : await talk(scene, { keyboard, turns, take });
  } finally {
    turns.release();
  }
}

/** Where a person is asked about an input, it may be long; a program is told in its events. */
const longInput = 8_000;

async function tellLong(asks: readonly PendingAsk[], terminal: Terminal | undefined): Promise<void> {
  for (const { title, ask } of asks) {
    const length = ask.kind === "approval" ? describeInput(ask.request).length : 0;
    if (length <= longInput) continue;
    await terminal?.tell(
      `--yes approves ${makeOneLine(title)}, whose input has ${describeCount(length, "character")}.`,
    );
  }
}

/** Approvals only: a flag answers no question of a tool. */
function decideAll(
  asks: Parameters<Conversation["decide"]>[0],
  verdict: "approved" | "rejected",
): Decided["decisions"] {
  const approvals = asks.filter(({ ask }) => ask.kind === "approval");
  return Object.fromEntries(approvals.map(({ callId }) => [callId, { verdict }]));
}

function exitCodeOfRun({ status }: Pick<RunOutcome, "status">): number {
  if (status === "cancelled") return exitCodes.interrupted;
  return status === "done" ? exitCodes.ok : exitCodes.failed;
}

async function chooseSource(
  options: ChatOptions,
  args: CommandArguments,
  { thread, kept }: ChosenThread,
): Promise<Model> {
  const { values, interrupted } = args;
  const choice = chooseModel({
    model: values["model"] ?? options.env[options.modelVariable],
    baseUrl: values["base-url"],
    replay: values["replay"],
  });
  if (choice.kind !== "replay")
    return await openModel(choice, { ...options, keyVariable: values["key-env"], interrupted });
  const { model, calls } = await readCassette(resolve(options.cwd, choice.file));
  const entries = kept === undefined ? [] : await kept.store.read(thread);
  // What the thread has asked before, it asks no more.
  return replayModel({ model, calls: calls.slice(entries.filter(({ type }) => type === "request").length) });
}

function readLimits({ values }: CommandArguments) {
  const turns = readCount("max-turns", values["max-turns"]);
  const tokens = readCount("max-tokens", values["max-tokens"]);
  const costUsd = readCount("max-cost", values["max-cost"]);
  return {
    ...(turns === undefined ? {} : { turns }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(costUsd === undefined ? {} : { costUsd }),
  };
}
