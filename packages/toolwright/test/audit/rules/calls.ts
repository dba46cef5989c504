import type { Reply, Seen, SeenCall } from "../../../src/audit/seen.ts";
import { seenOf } from "../../../src/audit/seen.ts";
import { good, input } from "./list-case.ts";
import { call, calls, failed, offline, refused, said, type SeenCases, silence, worked } from "./seen-case.ts";

const text = { type: "string", description: "A text." };
const plain = good({ outputSchema: undefined });
const structured: Reply = {
  kind: "result",
  result: { content: [{ type: "text", text: "milk" }], structuredContent: { text: "milk" } },
  afterMs: 5,
};

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
    unmeasured: {
      "no answer": calls(call("valid", {}, silence), call("missing-field", {}, silence)),
      "no call": calls(),
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
    },
    unmeasured: {
      "a tool that has never worked": calls(
        call("valid", { name: "todo" }, failed("No browser is installed here.")),
        call("wrong-type", { name: 1 }, failed("No browser is installed here.")),
      ),
      "no answer": calls(call("valid", {}, silence), call("missing-field", {}, silence)),
      "no call": calls(),
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
    warnings: {
      "a stack beside a message in words": calls(
        worked,
        call(
          "wrong-type",
          { name: 1 },
          failed(
            JSON.stringify({
              errorMessage: "name must be a text.",
              details: "TypeError: x\n    at read (/srv/app/index.js:3:7)",
            }),
          ),
        ),
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
    unmeasured: {
      "no answer": calls(call("valid", {}, silence)),
      "no call": calls(),
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
    unmeasured: {
      "no answer": calls(call("valid", {}, silence)),
      "no call": calls(),
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
    unmeasured: {
      "no answer": calls(call("valid", {}, silence)),
      "no call": calls(),
      "a call that works, and none with another argument": calls(worked),
    },
  },
  E106: {
    faults: { "an error": calls(worked, call("no-hits", { name: "zz" }, failed("No results."))) },
    nearMisses: {
      "an answer": calls(worked, call("no-hits", { name: "zz" }, said("No notes."))),
      "nothing to search": calls(worked),
      "no tools": seenOf({}, { calls: [] }),
    },
    unmeasured: {
      "a tool that has never worked": calls(call("no-hits", { name: "zz" }, failed(offline))),
      "no call": calls(),
    },
  },
  E107: {
    faults: {
      "no code": calls(call("absent-id", { name: "zz" }, failed("There is no note zz."))),
      "a code in one of three": calls(
        call("absent-id", { name: "zz" }, failed("There is no note zz.")),
        call("absent-id", { name: "yy" }, failed("There is no note yy.")),
        call("absent-id", { name: "xx" }, failed('{"code":"no_note"}')),
      ),
    },
    nearMisses: {
      "the SDK's words, and a code": calls(
        call("missing-field", {}, failed("MCP error -32602: Input validation error: name is missing")),
        call(
          "missing-field",
          {},
          failed("Error executing tool read_note: 1 validation error for call\nname\n  Missing"),
        ),
        call("absent-id", { name: "xx" }, failed('{"code":"no_note"}')),
      ),
      "most have a code": calls(
        call("absent-id", { name: "zz" }, failed("There is no note zz.")),
        call("absent-id", { name: "xx" }, failed('{"code":"no_note"}')),
      ),
    },
    unmeasured: {
      "the SDK's words alone": calls(
        call("missing-field", {}, failed("Input validation error: 'name' is a required property")),
      ),
      "no failure": calls(worked),
    },
  },
  S303: {
    faults: { "text alone": calls(worked) },
    nearMisses: {
      "what is declared": calls(call("valid", {}, structured)),
      "no output schema": seenOf({ tools: [plain] }, { calls: [worked] }),
    },
    unmeasured: {
      "a tool that has never worked": calls(call("valid", {}, failed(offline))),
      "no call": calls(),
    },
  },
  S304: {
    faults: {
      "a text that says nothing": calls(
        call(
          "valid",
          {},
          { ...structured, result: { content: [], structuredContent: { text: ["Ada", "Bob", "Cyd", "Dan", "Eve"] } } },
        ),
      ),
    },
    infos: {
      "a tool with a page of its own": seenOf(
        { tools: [good({ _meta: { ui: { resourceUri: "ui://notes" } } })] },
        {
          calls: [
            call(
              "valid",
              {},
              {
                ...structured,
                result: { content: [], structuredContent: { text: ["Ada", "Bob", "Cyd", "Dan", "Eve"] } },
              },
            ),
          ],
        },
      ),
    },
    nearMisses: {
      "the same": calls(call("valid", {}, structured)),
      "text alone": seenOf({ tools: [plain] }, { calls: [worked] }),
    },
    unmeasured: {
      "a tool that has never worked": calls(call("valid", {}, failed(offline))),
      "no call": calls(),
    },
  },
  S305: {
    faults: { "an object": seenOf({ tools: [plain] }, { calls: [call("valid", {}, said('{"text":"milk"}'))] }) },
    nearMisses: { "a sentence": seenOf({ tools: [plain] }, { calls: [worked] }), "all declare their output": calls() },
    unmeasured: {
      "a tool that has never worked": seenOf({ tools: [plain] }, { calls: [call("valid", {}, failed(offline))] }),
    },
  },
  C603: {
    faults: { "thirty thousand tokens": answered([30_000]) },
    nearMisses: { "a hundred tokens": answered([100]) },
    unmeasured: { "no answer": answered([]) },
  },
};

/** A tool without anything to narrow its answers, and how large these were. */
function answered(tokens: readonly number[]): Seen {
  const answers = tokens.length === 0 ? [] : [{ tool: "read_note", tokens }];
  const cost = { listTokens: 0, instructionTokens: 0, tools: [], answers, lostCharacters: 0 };
  const made = tokens.length === 0 ? call("valid", {}, failed(offline)) : worked;
  return seenOf({ tools: [good()] }, { calls: [made], cost });
}

/** A tool with an optional argument that refuses mistakes, and takes one argument too many. */
function swallowed(changes: Parameters<typeof good>[0]): Seen {
  const tool = good({ inputSchema: input({ name: text, tag: text }, ["name"]), ...changes });
  const made = [
    call("missing-field", {}, failed("The field `name` is missing.")),
    call("unknown-argument", { name: "todo", zz: 1 }, said("milk"), "zz"),
  ];
  return seenOf({ tools: [tool] }, { calls: made.map((each) => ({ ...each, tool: tool.name })) });
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
