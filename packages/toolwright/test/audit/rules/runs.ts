import type { CancelledCall, Ending, PingDuringCall, Reply, Seen } from "../../../src/audit/seen.ts";
import { seenOf } from "../../../src/audit/seen.ts";
import type { JsonObject } from "../../../src/tool/schema.ts";
import { good } from "./list-case.ts";
import { call, calls, failed, offline, refused, said, type SeenCases, silence, worked } from "./seen-case.ts";

const quietStart = { listedAfterMs: 9, noise: [], noiseLines: 0 };
const blocking = [{ tool: "read_note", input: {}, callMs: 4_000, method: "ping", answersMs: [3_900] }];

/** The server as it runs, its list and its protocol. */
export const runCases: Readonly<Record<string, SeenCases>> = {
  R502: {
    faults: {
      "work that stays after a call that blocks": cancelled({ processesLeftAtEnd: 1 }, blocking),
    },
    warnings: { "an answer, and work": cancelled({ busyMs: 400 }) },
    infos: { "an answer, and nothing else": cancelled({ busyMs: 90 }) },
    nearMisses: {
      "a call that blocks everything, the cancel too": cancelled({ busyMs: 400 }, blocking),
    },
  },
  R503: {
    faults: {
      "nothing ends it": ended(["stdin closed", undefined, 0], ["SIGTERM", undefined, 0]),
      "processes stay whatever ends it": ended(["stdin closed", 50, 1], ["SIGTERM", 50, 1]),
    },
    milder: {
      "a signal ends it": ended(["stdin closed", undefined, 0], ["SIGTERM", 50, 0]),
      "what a signal leaves": ended(["stdin closed", 50, 0], ["SIGTERM", 50, 2]),
      "what a kill leaves": ended(["stdin closed", 50, 0], ["SIGTERM", 50, 0], ["SIGKILL", 5, 1]),
    },
    nearMisses: { "slow, but gone": ended(["stdin closed", 4_000, 0], ["SIGTERM", 4_000, 0]) },
  },
  R506: {
    faults: {
      "a line before the list": seenOf({}, { start: { listedAfterMs: 9, noise: ["Ready"], noiseLines: 1 } }),
      "a line during a call": seenOf({}, { start: quietStart, noise: { lines: ["Reading"], count: 1 } }),
    },
    nearMisses: {
      "no line": seenOf({}, { start: quietStart, noise: { lines: [], count: 0 } }),
      "no line before the list, and nothing else was looked at": seenOf({}, { start: quietStart }),
    },
  },
  R507: {
    faults: { "eleven seconds": seenOf({}, { start: { listedAfterMs: 11_000, noise: [], noiseLines: 0 } }) },
    milder: { "six seconds": seenOf({}, { start: { listedAfterMs: 6_000, noise: [], noiseLines: 0 } }) },
    nearMisses: { "one second": seenOf({}, { start: { listedAfterMs: 1_000, noise: [], noiseLines: 0 } }) },
  },
  P902: {
    faults: { "no list": eras("it greets, but does not answer `tools/list`") },
    nearMisses: {
      "no database, no list": eras("it greets, but does not answer `tools/list`", "tools/list: it exited with code 1"),
      "a list from a service out of reach": eras("`tools/list` ends with error -32603: fetch failed"),
    },
  },
  R508: {
    faults: {
      "twelve seconds of silence": calls({ ...worked, progress: 0, reply: { ...said("milk"), afterMs: 12_000 } }),
    },
    nearMisses: {
      "twelve seconds with progress": calls({ ...worked, progress: 4, reply: { ...said("milk"), afterMs: 12_000 } }),
      "a short call": calls(worked),
      "what R509 tells": calls(call("valid", {}, silence)),
    },
  },
  R509: {
    faults: {
      "twenty seconds without a word": calls(call("valid", {}, silence), call("missing-field", {}, silence)),
      "mistakes are answered": calls(call("valid", {}, silence), call("missing-field", {}, failed("name is missing"))),
    },
    infos: {
      "a tool that waits": unanswered({ description: "Waits until a note has changed." }),
      "a tool that asks others": unanswered({ name: "fetch_note", description: "Reads a note of the notebook." }),
      "a tool of an open world": unanswered({ annotations: { readOnlyHint: true, openWorldHint: true } }),
      "an open world by default": unanswered({ annotations: { readOnlyHint: true } }),
      "what another tool needs is out of reach": calls(call("valid", {}, silence), {
        ...call("valid", {}, failed(offline)),
        tool: "list_notes",
      }),
    },
    nearMisses: {
      "another input is answered": calls(call("valid", { name: "a" }, silence), worked),
      progress: calls({ ...call("valid", {}, silence), progress: 4 }),
      "a mistake that is not answered": calls(worked, call("missing-field", {}, silence)),
      "the end of the server": calls(call("valid", {}, { kind: "gone", how: "it exited with code 1", afterMs: 9_000 })),
    },
  },
  L701: {
    faults: {
      "another order of words": stable(
        { description: "Reads a note of a, b." },
        { description: "Reads a note of b, a." },
      ),
    },
    milder: { "what no model reads": stable({ _meta: { tags: ["a", "b"] } }, { _meta: { tags: ["b", "a"] } }) },
    nearMisses: { "the same twice": stable({ _meta: {} }, { _meta: {} }) },
  },
  L702: {
    faults: { "two lists": seenOf({}, { eras: [{ era: "modern", state: "works", lists: ["[1]", "[2]"] }] }) },
    nearMisses: {
      "the same list twice": seenOf({}, { eras: [{ era: "modern", state: "works", lists: ["[1]", "[1]"] }] }),
      "a server of the legacy era": seenOf({}, { eras: [{ era: "legacy", state: "works", lists: ["[1]", "[2]"] }] }),
    },
  },
  L703: {
    faults: {
      "another fingerprint": seenOf({}, { pins: [{ tool: "read_note", pinned: "a", now: "b" }] }),
      "a tool that is gone": seenOf({}, { pins: [{ tool: "read_note", pinned: "a", now: undefined }] }),
    },
    nearMisses: { "the same fingerprint": seenOf({}, { pins: [{ tool: "read_note", pinned: "a", now: "a" }] }) },
  },
  P901: {
    faults: {
      "a list that nobody serves": served("prompts/list", refused("Method not found", -32_601)),
      "a list that is never answered": served("prompts/list", { kind: "silence", afterMs: 30_000 }),
    },
    milder: { "a resource that could not be read": served("resources/read", refused("There is no cluster.")) },
    nearMisses: {
      "what is out of reach": served("prompts/get", refused(offline)),
      "an empty list": served("prompts/list", { kind: "result", result: { prompts: [] }, afterMs: 1 }),
    },
  },
};

/** What was seen of a tool whose calls end in silence. */
function unanswered(changes: Parameters<typeof good>[0]): Seen {
  const tool = good(changes);
  return seenOf({ tools: [tool] }, { calls: [{ ...call("valid", {}, silence), tool: tool.name }] });
}

function stable(...tools: readonly JsonObject[]): Seen {
  const lists = tools.map((tool, at) => ({
    when: `start ${at}`,
    tools: [JSON.stringify({ name: "read_note", ...tool })],
    order: "read_note",
  }));
  return seenOf({}, { stability: { lists } });
}

function eras(problem: string, unread?: string): Seen {
  return seenOf(unread === undefined ? {} : { unread }, { eras: [{ era: "legacy", state: "broken", problem }] });
}

function ended(...endings: readonly (readonly [Ending["by"], number | undefined, number])[]): Seen {
  return seenOf(
    {},
    {
      endings: endings.map(([by, exitedAfterMs, left]) => ({
        by,
        exitedAfterMs,
        waitedMs: 5_000,
        processesLeft: left,
      })),
    },
  );
}

/** A call that was answered in spite of its cancel, beside what else was seen. */
function cancelled(changes: Partial<CancelledCall>, pings: readonly PingDuringCall[] = []): Seen {
  const answered = { tool: "read_note", input: {}, wholeMs: 4_000, cancelledAfterMs: 200, answeredAfterMs: 3_800 };
  const left = { processesLeft: 0, processesLeftAtEnd: 0, busyMs: 0, idleMs: 0, busyAtEndMs: 0 };
  return seenOf({}, { cancels: [{ ...answered, ...left, ...changes }], pings });
}

function served(method: string, reply: Reply): Seen {
  return seenOf({}, { capabilities: [{ capability: "prompts", method, reply }] });
}
