import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Contestant,
  endOf,
  type RunEnd,
  type Script,
  type ScriptedCall,
  type SeenResult,
  type Setup,
  type ToolSpec,
  type Turn,
} from "./contestant.ts";

/** What came of one case. */
export interface Finding {
  readonly result: "pass" | "fail" | "not offered";
  readonly what: string;
}

/** Long enough for every loop here to come back, short enough to wait for. */
const tooLongMs = 5_000;

const call = (id: string, tool: string, name: string): ScriptedCall => ({ id, tool, input: JSON.stringify({ name }) });
const done: Turn = { text: "done" };

/** The same turns for everyone, and what the model was shown at last. */
function scriptOf(turns: readonly Turn[]): Script & { asked: number; seen: readonly SeenResult[] } {
  return {
    asked: 0,
    seen: [],
    next(answered, results) {
      this.asked += 1;
      this.seen = results;
      return turns[Math.min(answered, turns.length - 1)] ?? done;
    },
  };
}

/** The run's end, or that it did not come. */
async function within(run: Promise<RunEnd>): Promise<RunEnd | undefined> {
  return await Promise.race([run, pause(tooLongMs, undefined, { ref: false })]);
}

export const cases: Readonly<Record<string, (contestant: Contestant, directory: string) => Promise<Finding>>> = {
  "abort reaches the tool": async ({ run }) => {
    const control = new AbortController();
    let heard = false;
    const wait: ToolSpec = {
      name: "wait",
      kind: "read",
      async run(_input, signal) {
        setTimeout(() => control.abort(), 100);
        await Promise.race([pause(3_000), new Promise((resolve) => signal?.addEventListener("abort", resolve))]);
        heard = signal?.aborted === true;
        return "waited";
      },
    };
    const script = scriptOf([{ calls: [call("one", "wait", "a")] }, done]);
    const startedAt = performance.now();
    const end = await within(endOf(() => run({ script, tools: [wait], signal: control.signal, maxTurns: 5 })));
    const ms = performance.now() - startedAt;
    await pause(50);
    const what = `${heard ? "the tool heard it" : "the tool did not hear it"}; ${show(end)} ${ms < 1_500 ? "at once" : "late"}`;
    return { result: heard && end !== undefined && ms < 1_500 ? "pass" : "fail", what };
  },

  "a tool that heeds no signal, with a time limit of 300 ms": async ({ run }) => {
    const hang: ToolSpec = { name: "hang", kind: "read", timeoutMs: 300, run: () => new Promise(() => {}) };
    const script = scriptOf([{ calls: [call("one", "hang", "a")] }, done]);
    const keepAlive = setTimeout(() => {}, tooLongMs + 1_000);
    const end = await within(endOf(() => run({ script, tools: [hang], maxTurns: 5 })));
    clearTimeout(keepAlive);
    const told = script.seen.some(({ id }) => id === "one") ? "the model was told" : "the model was not told";
    return { result: end === undefined ? "fail" : "pass", what: `${show(end)}; ${told}` };
  },

  "kill -9 between effect and result, then resume": async (contestant, directory) => {
    const effects = countEffects(directory);
    if (effects === 0) {
      await endOf(() => contestant.run(crashSetup(directory)));
      return { result: "fail", what: "the tool was not reached" };
    }
    const setup = crashSetup(directory);
    const end = await within(endOf(() => contestant.resume(setup)));
    const times = countEffects(directory);
    const told = setup.script.seen.map(({ text }) => text.slice(0, 70)).join(" ");
    const what = `the effect happened ${times === 1 ? "once" : `${times} times`}; ${show(end)}; the model was told ${told === "" ? "nothing" : told}`;
    return { result: times === 1 && end?.ended === "done" ? "pass" : "fail", what };
  },

  "two approvals, answered in reverse, the first denied": async ({ approve }) => {
    const ran: string[] = [];
    const remove: ToolSpec = {
      name: "remove",
      kind: "write",
      needsApproval: true,
      run: async ({ name }) => {
        ran.push(name);
        return `removed ${name}`;
      },
    };
    const script = scriptOf([{ calls: [call("one", "remove", "a"), call("two", "remove", "b")] }, done]);
    const answers = [["two", true] as const, ["one", false] as const];
    const end = await within(endOf(() => approve({ script, tools: [remove], maxTurns: 5 }, answers)));
    const answered = script.seen.map(({ id }) => id);
    const isRight = ran.join() === "b" && answered.toSorted().join() === "one,two" && end?.ended === "done";
    const what = `ran ${ran.join(", ") || "nothing"}; ${show(end)}; results for ${answered.join(", ") || "none"}`;
    if (isRight && end.asksOneByOne === true) return { result: "not offered", what: `it asks one by one; ${what}` };
    return { result: isRight ? "pass" : "fail", what };
  },

  "a stream that closes inside the arguments, without an error": async ({ run }) => await cutStream(run, "silently"),

  "a stream that breaks inside the arguments, with an error": async ({ run }) => await cutStream(run, "with an error"),

  "a limit of 5,000 tokens": async (contestant) => {
    if (contestant.tokenLimit === "none") return { result: "not offered", what: "only a limit of turns" };
    let used = 0;
    let asked = 0;
    const script: Script = {
      next(_answered, _results, inputTokens) {
        asked += 1;
        used += inputTokens + 500;
        return { calls: [call(`c${asked}`, "read", "a")], outputTokens: 500 };
      },
    };
    const setup = { script, tools: [reading], maxTurns: 50, maxOutputTokens: 500, tokenLimit: 5_000 };
    const end = await within(endOf(() => contestant.run(setup)));
    const what = `${used} tokens in ${asked} model calls; ${show(end)}`;
    return { result: used <= 5_000 && end !== undefined ? "pass" : "fail", what };
  },

  "two reads in one turn run side by side": async ({ run }) => {
    const trace = { running: 0, most: 0 };
    const slow: ToolSpec = {
      name: "read",
      kind: "read",
      async run() {
        trace.running += 1;
        trace.most = Math.max(trace.most, trace.running);
        await pause(100);
        trace.running -= 1;
        return "read";
      },
    };
    const calls = [call("one", "read", "a"), call("two", "read", "b")];
    await within(endOf(() => run({ script: scriptOf([{ calls }, done]), tools: [slow], maxTurns: 5 })));
    return { result: trace.most === 2 ? "pass" : "fail", what: `${trace.most} at once` };
  },

  "two changes in one turn run one after the other": async ({ run }) => {
    const trace = { running: 0, most: 0 };
    const slow: ToolSpec = {
      name: "write",
      kind: "write",
      async run() {
        trace.running += 1;
        trace.most = Math.max(trace.most, trace.running);
        await pause(100);
        trace.running -= 1;
        return "wrote";
      },
    };
    const calls = [call("one", "write", "a"), call("two", "write", "b")];
    await within(endOf(() => run({ script: scriptOf([{ calls }, done]), tools: [slow], maxTurns: 5 })));
    // The peers can run all calls of a turn one after the other, which holds up the reads as well.
    return { result: trace.most === 1 ? "pass" : "not offered", what: `${trace.most} at once` };
  },

  "a call with malformed arguments": async ({ run }) => {
    const ran: string[] = [];
    const broken = { id: "one", tool: "write", input: '{"name": "a' };
    const script = scriptOf([{ calls: [broken] }, done]);
    const end = await within(endOf(() => run({ script, tools: [writing(ran)], maxTurns: 5 })));
    const told = script.seen.find(({ id }) => id === "one");
    const isRight = ran.length === 0 && end?.ended === "done" && told !== undefined;
    const what = `ran ${ran.join(", ") || "nothing"}; ${show(end)}; the model was told ${told?.text.slice(0, 70) ?? "nothing"}`;
    return { result: isRight ? "pass" : "fail", what };
  },
};

/** Half a call must not run; and whoever waits must hear of it, by an error or because the model was asked again. */
async function cutStream(run: Contestant["run"], cut: NonNullable<Turn["cut"]>): Promise<Finding> {
  const ran: string[] = [];
  let asked = 0;
  const script: Script = {
    next(answered) {
      asked += 1;
      if (answered > 0) return done;
      if (asked === 1) return { calls: [{ id: "one", tool: "write", input: '{"name": "a' }], cut };
      return { calls: [call("one", "write", "abc")] };
    },
  };
  const end = await within(endOf(() => run({ script, tools: [writing(ran)], maxTurns: 5 })));
  const isRight = ran.join() === "abc" || (ran.length === 0 && end?.ended === "failed");
  const what = `asked ${asked === 1 ? "once" : `${asked} times`}; ran ${ran.join(", ") || "nothing"}; ${show(end)}`;
  return { result: isRight ? "pass" : "fail", what };
}

/** Milliseconds for a run of so many turns with one instant call each. */
export async function timeTurns({ run }: Contestant, turns: number): Promise<number> {
  const script: Script = {
    next: (answered) => (answered < turns ? { calls: [call(`c${answered}`, "read", "a")] } : done),
  };
  const startedAt = performance.now();
  const end = await run({ script, tools: [reading], maxTurns: turns + 5 });
  if (end.ended !== "done") throw new Error(`The run did not end well: ${end.words}`);
  return performance.now() - startedAt;
}

const reading: ToolSpec = { name: "read", kind: "read", run: async () => "read" };

const writing = (ran: string[]): ToolSpec => ({
  name: "write",
  kind: "write",
  async run({ name }) {
    ran.push(name);
    return `wrote ${name}`;
  },
});

/** The first process is killed in the tool, right after its effect; in the second one the tool ends as usual. */
function crashSetup(directory: string): Setup & { readonly script: ReturnType<typeof scriptOf> } {
  const pay: ToolSpec = {
    name: "pay",
    kind: "write",
    async run() {
      const isFirst = countEffects(directory) === 0;
      appendFileSync(join(directory, "effects"), "paid\n");
      if (isFirst) {
        // Whoever writes in the background has had time to.
        await pause(300);
        process.kill(process.pid, "SIGKILL");
      }
      return "paid";
    },
  };
  return { script: scriptOf([{ calls: [call("one", "pay", "a")] }, done]), tools: [pay], maxTurns: 5, directory };
}

function countEffects(directory: string): number {
  const file = join(directory, "effects");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").length : 0;
}

function show(end: RunEnd | undefined): string {
  return end === undefined ? `no end within ${tooLongMs / 1_000} s` : `ended (${end.words})`;
}
