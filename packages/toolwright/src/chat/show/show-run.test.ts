import { PassThrough, Writable } from "node:stream";
import { expect, test, vi } from "vitest";
import type { RunOutcome } from "../../agent/run/events.ts";
import { createAgent } from "../../agent/create-agent.ts";
import { type Model, ModelError } from "../../agent/model/model.ts";
import { createKernel } from "../../call/kernel.ts";
import { openTerminal } from "../../cli/terminal.ts";
import { verifies } from "../../../test/verifies.ts";
import { converse } from "../conversation.ts";
import { printLines } from "./print-lines.ts";
import { showRun } from "./show-run.ts";

/** A terminal whose writes are kept; without columns, a pipe. */
function openScreen(columns: number | undefined) {
  const writes: string[] = [];
  let onWrite = (): void => {};
  const openStream = () =>
    Object.assign(
      new Writable({
        write(chunk, _encoding, done) {
          writes.push(String(chunk));
          onWrite();
          done();
        },
      }),
      columns === undefined ? {} : { isTTY: true, columns },
    );
  const streams = { stdin: new PassThrough(), stdout: openStream(), stderr: openStream() };
  const terminal = openTerminal(streams, { NO_COLOR: "1", TERM: "dumb" });
  return { terminal, writes, on: (listener: () => void) => void (onWrite = listener) };
}

const sentence = "A few words that are repeated. ";

/** As much as comes over the network at once. */
const chunk = 4_096;

/** Says a text, so many letters at a time. */
function sayer(text: string, lettersAtOnce: number, { hangs = false } = {}): Model {
  return {
    id: "test/sayer",
    async *stream() {
      for (let at = 0; at < text.length; at += lettersAtOnce) {
        yield { type: "text", delta: text.slice(at, at + lettersAtOnce) };
        if (lettersAtOnce < chunk && at % chunk === 0) await new Promise(setImmediate);
      }
      if (hangs) await new Promise<never>(() => {});
      const usage = { input: 10, output: 10, cacheRead: 0, cacheWrite: 0 };
      yield { type: "finish", content: [{ type: "text", text }], finish: "stop", usage };
    },
  };
}

const { signal: never } = new AbortController();

async function talk(
  model: Model,
  screen: ReturnType<typeof openScreen>,
  signal = never,
  goOn?: string,
): Promise<RunOutcome> {
  const agent = createAgent({ model, kernel: createKernel({ tools: [], services: () => ({}) }) });
  const decide = async () => ({ decisions: {}, isLeft: true });
  return await converse({ agent, thread: "t", watcher: showRun(screen.terminal, () => goOn), decide }, "go", signal);
}

test("a long paragraph is shown in a number of writes and of looks at it that grow with its length, not faster", async () => {
  const screen = openScreen(80);
  const looks = vi.spyOn(RegExp.prototype, "test");
  const outcome = await talk(sayer(sentence.repeat(3_200), 1), screen);
  const { length } = sentence.repeat(3_200);
  const looked = looks.mock.calls.reduce((sum, [text]) => sum + text.length, 0);
  looks.mockRestore();
  expect(outcome.status).toBe("done");
  expect(screen.writes.join("").replaceAll(/\s+/g, " ")).toContain(sentence.repeat(3_200).trim());
  expect(looked / length).toBeLessThan(60);
  expect(screen.writes.length).toBeLessThan((3 * length) / chunk);
});

verifies("chat:interrupt", "after Ctrl-C no more of a text is shown, however much of it has come", async () => {
  for (const columns of [80, undefined]) {
    const screen = openScreen(columns);
    const control = new AbortController();
    screen.on(() => {
      if (screen.writes.join("").length > 2 * chunk) control.abort();
    });
    const outcome = await talk(sayer(sentence.repeat(3_200), chunk, { hangs: true }), screen, control.signal);
    expect(outcome.status).toBe("cancelled");
    const shown = screen.writes.join("");
    expect(shown.length).toBeLessThan(4 * chunk);
    expect(shown).toMatch(/Cancelled\.\n.*cost unknown\n$/);
  }
});

test("a text that has come at once is shown in pieces, so that keys are heard between them", async () => {
  const screen = openScreen(80);
  const text = "🌳 trees\r\n".repeat(4_000);
  const turns: number[] = [];
  let turn = 0;
  const tick = (): void => {
    turn += 1;
    ticker = setImmediate(tick);
  };
  let ticker = setImmediate(tick);
  screen.on(() => turns.push(turn));
  await talk(sayer(text, text.length), screen);
  clearImmediate(ticker);
  expect(screen.writes.join("")).toContain("🌳 trees\n".repeat(4_000));
  expect(Math.max(...screen.writes.map((each) => each.length))).toBeLessThan(text.length / 5);
  expect(new Set(turns).size).toBeGreaterThan(5);
});

test("a model that is asked again is told in sentences, and to programs in whole milliseconds", async () => {
  const told = async (reason: string) => {
    const screen = openScreen(undefined);
    const event = { type: "retry", model: "m", waitMs: 616.4582019248129, reason } as const;
    await showRun(screen.terminal, () => undefined).show(event, never);
    await printLines(screen.terminal).show(event, never);
    return screen.writes.join("");
  };
  expect(await told("HTTP 529: Overloaded")).toBe(
    `HTTP 529: Overloaded. Asking m again in 616 ms.\n{"type":"retry","model":"m","waitMs":616,"reason":"HTTP 529: Overloaded"}\n`,
  );
  expect(await told("The answer was empty.")).toContain("The answer was empty. Asking m again in 616 ms.\n");
});

test.each([80, 50, undefined])(
  "the command to go on is one line at %s columns, as it is to be copied",
  async (columns) => {
    const goOn = `toolwright chat --from 'a folder  with two spaces' --base-url http://localhost:11434/v1 --model ${"x".repeat(40)} --resume t`;
    const screen = openScreen(columns);
    const failing: Model = {
      id: "test/failing",
      // oxlint-disable-next-line require-yield -- it fails before it says anything
      async *stream() {
        throw new ModelError("busy", "Overloaded", { retryAfterMs: 3_600_000 });
      },
    };
    expect((await talk(failing, screen, never, goOn)).status).toBe("failed");
    expect(screen.writes.join("").split("\n")).toContain(`Go on: ${goOn}`);
  },
);

verifies("chat:clean", "a pipe gets no control characters of the model, however its words are cut", async () => {
  const evil = "\u001b]0;evil\u0007 \u009b2J\tone\r\ntwo\rthree 👩‍👩‍👧 می‌خواهم";
  for (const lettersAtOnce of [1, evil.length]) {
    const screen = openScreen(undefined);
    await talk(sayer(evil, lettersAtOnce), screen);
    expect(screen.writes.join("")).toContain(
      String.raw`\u001b]0;evil\u0007 \u009b2J` + "\tone\ntwo" + String.raw`\u000dthree` + " 👩‍👩‍👧 می‌خواهم\n",
    );
  }
});
