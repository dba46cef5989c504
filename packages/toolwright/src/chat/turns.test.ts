import { EventEmitter } from "node:events";
import { expect, test } from "vitest";
import { listenForInterrupts } from "../cli/interrupts.ts";
import { deferred } from "../tool/deferred.ts";
import { ownTurns } from "./turns.ts";

function open() {
  const source = new EventEmitter();
  let now = 0;
  const interrupts = listenForInterrupts(source, () => now);
  const turns = ownTurns({ takeInterrupts: interrupts.take });
  const send = (signal: string): void => {
    now += 1_000;
    source.emit(signal);
  };
  return { turns, send, isOver: () => interrupts.signal.aborted };
}

test("the first interrupt of a turn cancels it, a second one before its end ends the program", async () => {
  const { turns, send, isOver } = open();
  const stuck = deferred();
  const turn = turns.turn(async (signal) => {
    send("SIGINT");
    expect({ cancelled: signal.aborted, over: isOver() }).toEqual({ cancelled: true, over: false });
    send("SIGINT");
    expect(isOver()).toBe(true);
    await stuck.promise;
  });
  stuck.resolve();
  await turn;
});

test("the next turn has an interrupt of its own", async () => {
  const { turns, send, isOver } = open();
  for (const _ of [1, 2, 3]) {
    await turns.turn(async (signal) => {
      expect(signal.aborted).toBe(false);
      send("SIGINT");
      expect(signal.aborted).toBe(true);
    });
  }
  expect({ over: isOver(), ending: turns.isEnding() }).toEqual({ over: false, ending: false });
});

test("a signal to end cancels the turn, and nothing follows it", async () => {
  const { turns, send, isOver } = open();
  await turns.turn(async (signal) => {
    send("SIGTERM");
    expect(signal.aborted).toBe(true);
  });
  expect({ over: isOver(), ending: turns.isEnding() }).toEqual({ over: false, ending: true });
});

test("an interrupt at the prompt ends the prompt and the conversation", async () => {
  const { turns, send } = open();
  await turns.prompt(async (signal) => {
    send("SIGHUP");
    expect(signal.aborted).toBe(true);
  });
  expect(turns.isEnding()).toBe(true);
});
