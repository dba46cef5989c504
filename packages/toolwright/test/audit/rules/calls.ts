import type { CancelledCall, Ending, Listing, PingDuringCall, Reply, Seen, SeenCall } from "../../../src/audit/seen.ts";
import { seenOf } from "../../../src/audit/seen.ts";
import type { JsonObject } from "../../../src/tool/schema.ts";
import { good, input } from "./list-case.ts";

/** What was seen of a server, planted for a rule, and what looks like it. The keys say what is planted. */
export interface SeenCases {
  readonly faults: Readonly<Record<string, Seen>>;
  /** Found with less than the severity of the rule. */
  readonly milder?: Readonly<Record<string, Seen>>;
  /** Found with exactly this severity. */
  readonly warnings?: Readonly<Record<string, Seen>>;
  readonly infos?: Readonly<Record<string, Seen>>;
  readonly nearMisses: Readonly<Record<string, Seen>>;
}

const worked = call("valid", {}, said("The note is called todo."));
const text = { type: "string", description: "A text." };
const offline = "getaddrinfo ENOTFOUND notes.example";
const blocking = [{ tool: "read_note", input: {}, callMs: 4_000, method: "ping", answersMs: [3_900] }];

/** Near misses that public servers have shown, beside those that the planted servers act out. */
export const callCases: Readonly<Record<string, SeenCases>> = {
  E101: {
    faults: {
      "a protocol error for a missing field": calls(worked, call("missing-field", {}, refused("name is missing"))),
      "an older protocol, and an error that says nothing": older(worked, call("missing-field", {}, refused("Failed."))),
      "an older protocol, and the words of a crash": older(
        worked,
        call("missing-field", {}, refused("Cannot read properties of undefined (reading 'name')")),
      ),
      "an older protocol, and an error after one that helps": older(
        worked,
        call("missing-field", {}, refused("name is missing")),
        call("wrong-type", { name: 1 }, refused("Failed.")),
      ),
    },
    infos: {
      "invalid params, as an older protocol had it": older(
        worked,
        call("missing-field", {}, refused("name is missing", -32_602)),
      ),
      "an older protocol, and the name of the field": older(
        worked,
        call("missing-field", {}, refused("Invalid arguments: name: Required")),
      ),
      "an older protocol, and invalid params inside another error": older(
        worked,
        call("missing-field", {}, refused("The call failed: MCP error -32602: what to read is missing")),
      ),
    },
    nearMisses: {
      "what it depends on is out of reach": calls(
        call("valid", { name: "todo" }, refused(offline)),
        call("missing-field", {}, refused("Service temporarily unavailable due to previous failures")),
      ),
      "the same error without any mistake": calls(
        call("valid", { name: "todo" }, refused(offline)),
        call("missing-field", {}, refused(offline)),
      ),
    },
  },
  E102: {
    faults: {
      "nothing but a verdict": calls(worked, call("wrong-type", { name: 1 }, failed("Bad request."))),
      "a letter that is no field": calls(worked, call("missing-field", {}, failed("Plan q is wrong: q-12."), "q")),
    },
    nearMisses: {
      "a field of one letter on a line of its own": calls(
        worked,
        call("missing-field", {}, failed("1 validation error for call[find]\nq\n  Field missing [type=missing]"), "q"),
      ),
      "a field of one letter in quotes": calls(worked, call("missing-field", {}, failed("No 'q' was given."), "q")),
      "the value and the type that was expected": calls(
        worked,
        call("wrong-type", { name: 1 }, failed("Input validation error: 1 is not of type 'string'")),
      ),
      "the number and its bound": calls(
        worked,
        call("wrong-value", { name: 0 }, failed("Input validation error: 0 is less than the minimum of 1")),
      ),
      "the only field, and that there is no such thing": calls(
        worked,
        call("absent-id", { name: "zz" }, failed("Note not found.")),
      ),
      "a tool that has never worked": calls(
        call("valid", { name: "todo" }, failed("No browser is installed here.")),
        call("wrong-type", { name: 1 }, failed("No browser is installed here.")),
      ),
    },
  },
  E103: {
    faults: {
      "a stack": calls(
        worked,
        call("wrong-type", { name: 1 }, failed("TypeError: x\n    at read (/srv/app/index.js:3:7)")),
      ),
      "a stack in JSON": calls(
        worked,
        call("wrong-type", { name: 1 }, failed('{"error":"TypeError: x\\n    at read (/srv/app/index.js:3:7)"}')),
      ),
      "a diagnosis with a path of the user": diagnosed(call("valid", {}, failed(stackIn("/home/ada/notes")))),
      "a diagnosis with a secret": diagnosed(
        call("valid", {}, failed(`Token ghp_${"a1".repeat(18)}: ${stackIn("/srv/app")}`)),
      ),
      "a password in an address": calls(
        call("valid", { name: "todo" }, failed("connect failed: postgres://app:hunter2secret@db.example/notes")),
      ),
      "a key in a header": calls(
        worked,
        call("absent-id", { name: "zz" }, failed(`Sent Authorization: Bearer sk-${"a1".repeat(12)}, got 500`)),
      ),
      "a key in a protocol error": calls(worked, call("absent-id", { name: "zz" }, refused(`ghp_${"a1".repeat(18)}`))),
      "a mistake in a call of a diagnosis": diagnosed(call("wrong-type", { name: 1 }, failed(stackIn("/srv/app")))),
      "health that is not the server's": seenOf(
        { tools: [good({ description: "Reads the health record of a person." })] },
        { calls: [call("valid", {}, failed(stackIn("/srv/app")))] },
      ),
    },
    infos: {
      "a stack in a diagnosis": diagnosed(
        call("valid", {}, failed(stackIn("/home/ada/.npm/_npx/1/node_modules/notes"))),
        call("unknown-argument", { zz: 1 }, failed(stackIn("/srv/app"))),
      ),
      "a path of an installed package": calls(
        worked,
        call("wrong-type", { name: 1 }, failed("Cannot read /srv/app/node_modules/notes/index.js")),
      ),
    },
    nearMisses: {
      "a path of packages that was asked for": calls(
        worked,
        call("absent-id", { name: "/srv/node_modules/zz" }, failed("There is no /srv/node_modules/zz")),
      ),
      "the secret that was sent": calls(
        worked,
        call("valid", { name: "postgres://app:hunter2secret@db" }, failed("No postgres://app:hunter2secret@db here.")),
      ),
      "an address as an example": calls(
        worked,
        call("wrong-type", { name: 1 }, failed("Expected an address such as postgres://user:password@localhost/notes")),
        call("wrong-type", { name: 2 }, failed("Set DATABASE_URL=postgres://app:<your-password>@host/notes")),
        call("wrong-type", { name: 3 }, failed("Cannot reach postgres://app:****@db.example/notes")),
      ),
      "an example of the description": seenOf(
        { tools: [good({ description: "Reads a note by address, such as notes://ada:lovelace1815@notes.example." })] },
        { calls: [call("missing-field", {}, failed("Give an address: notes://ada:lovelace1815@notes.example"))] },
      ),
      "words joined by hyphens": calls(
        worked,
        call("absent-id", { name: "zz" }, failed("No package sk-learn-contrib-notes-tools was found.")),
      ),
      "a key in an answer that worked": calls(call("valid", { name: "todo" }, said(`Key: ghp_${"a1".repeat(18)}`))),
      "the path that was asked for": calls(
        worked,
        call("absent-id", { name: "/srv/notes/zz" }, failed("There is no /srv/notes/zz; at most 3 levels are read.")),
      ),
    },
  },
  E104: {
    faults: {
      "words of a failure": calls(call("absent-id", { name: "zz" }, said("Error: there is no note zz"))),
      "words of a failure about a mistake": calls(
        worked,
        call("missing-field", {}, said("Error reading note: cannot read properties of undefined")),
      ),
    },
    milder: {
      "an answer without what is required": calls(
        worked,
        call("missing-field", {}, said("The note is called todo, too.")),
      ),
      "an answer that shows the hole": calls(worked, call("missing-field", {}, said("The note is called undefined."))),
    },
    nearMisses: {
      "an error that was asked for": calls(call("valid", { level: "error" }, said("Error: the disk is full"))),
      "the same answer without the mistake": calls(
        call("valid", { name: "todo" }, said("There is no index yet.")),
        call("missing-field", {}, said("There is no index yet.")),
      ),
      "a text about errors": calls(
        call("valid", { name: "guide" }, said("Error handling: a guide\n\nCatch at one place.")),
      ),
      "an object whose error is null": calls(call("valid", { name: "todo" }, said('{"error":null,"text":"milk"}'))),
    },
  },
  E105: {
    faults: {
      "a change as if nothing were there": swallowed({
        name: "write_note",
        description: "Writes a note.",
        annotations: { readOnlyHint: false },
        inputSchema: input({ name: text, dry_run: { type: "boolean", description: "Change nothing." } }, ["name"]),
      }),
    },
    milder: {
      "a reader": swallowed({}),
      "a change with nothing to hold it back": swallowed({
        name: "write_note",
        description: "Writes a note.",
        annotations: { readOnlyHint: false },
      }),
    },
    nearMisses: {
      "no optional argument to misspell": calls(call("unknown-argument", { zz: 1 }, said("milk"), "zz")),
      "told in the answer": calls(
        call("unknown-argument", { zz: 1 }, said("These parameters were ignored: zz. Supported: name."), "zz"),
      ),
      "failed for another reason": calls(call("unknown-argument", { zz: 1 }, said("Error: no such note"), "zz")),
    },
  },
  E106: {
    faults: { "an error": calls(worked, call("no-hits", { name: "zz" }, failed("No results."))) },
    nearMisses: { "a tool that has never worked": calls(call("no-hits", { name: "zz" }, failed(offline))) },
  },
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
    faults: { "a list that nobody serves": served("prompts/list", refused("Method not found", -32_601)) },
    milder: { "a resource that could not be read": served("resources/read", refused("There is no cluster.")) },
    nearMisses: {
      "what is out of reach": served("prompts/get", refused(offline)),
      "an empty list": served("prompts/list", { kind: "result", result: { prompts: [] }, afterMs: 1 }),
    },
  },
};

/** A tool with an optional argument that refuses mistakes, and takes one argument too many. */
function swallowed(changes: Parameters<typeof good>[0]): Seen {
  const tool = good({ inputSchema: input({ name: text, tag: text }, ["name"]), ...changes });
  const made = [
    call("missing-field", {}, failed("The field `name` is missing.")),
    call("unknown-argument", { name: "todo", zz: 1 }, said("milk"), "zz"),
  ];
  return seenOf({ tools: [tool] }, { calls: made.map((each) => ({ ...each, tool: tool.name })) });
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

function calls(...made: readonly SeenCall[]): Seen {
  const listing: Partial<Listing> = { tools: [good()] };
  return seenOf(listing, { calls: made });
}

/** What a server of an older protocol answered. */
function older(...made: readonly SeenCall[]): Seen {
  return seenOf({ tools: [good()], protocolVersion: "2025-06-18" }, { calls: made });
}

function diagnosed(...made: readonly SeenCall[]): Seen {
  return seenOf({ tools: [good({ description: "Shows a diagnosis of the server." })] }, { calls: made });
}

function stackIn(folder: string): string {
  return `TypeError: x\n    at read (${folder}/index.js:3:7)`;
}

/** A call that was answered in spite of its cancel, beside what else was seen. */
function cancelled(changes: Partial<CancelledCall>, pings: readonly PingDuringCall[] = []): Seen {
  const answered = { tool: "read_note", input: {}, wholeMs: 4_000, cancelledAfterMs: 200, answeredAfterMs: 3_800 };
  const left = { processesLeft: 0, processesLeftAtEnd: 0, busyMs: 0, idleMs: 0, busyAtEndMs: 0 };
  return seenOf({}, { cancels: [{ ...answered, ...left, ...changes }], pings });
}

function call(purpose: SeenCall["purpose"], input: JsonObject, reply: Reply, field = "name"): SeenCall {
  return { tool: "read_note", purpose, input, field, reply };
}

function said(text: string): Reply {
  return { kind: "result", result: { content: [{ type: "text", text }] }, afterMs: 5 };
}

function failed(text: string): Reply {
  return { kind: "result", result: { content: [{ type: "text", text }], isError: true }, afterMs: 5 };
}

function refused(message: string, code = -32_603): Reply {
  return { kind: "error", code, message, afterMs: 5 };
}

function served(method: string, reply: Reply): Seen {
  return seenOf({}, { capabilities: [{ capability: "prompts", method, reply }] });
}
