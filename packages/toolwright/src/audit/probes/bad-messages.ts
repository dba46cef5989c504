import type { BadMessage } from "../seen.ts";
import type { Session } from "../subject/session.ts";
import { openLiveSession } from "./live-session.ts";
import { defineProbe } from "./probe.ts";
import { NotMeasured } from "./target.ts";

const deep = 2_000;
const large = 1024 * 1024;

/** Messages that no client should send, and that a server should live through. */
const messages: readonly (readonly [name: string, text: string])[] = [
  ["a line that is not JSON", "this is not JSON {"],
  ["an empty object", "{}"],
  ["an array", "[1, 2, 3]"],
  ["a request without a method", '{"jsonrpc":"2.0","id":900001}'],
  ["an unknown method", '{"jsonrpc":"2.0","id":900002,"method":"zz/no_such_method","params":{}}'],
  ["params that are a text", '{"jsonrpc":"2.0","id":900003,"method":"tools/list","params":"text"}'],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{"a":1},"method":"tools/list","params":{}}'],
  ["an unknown notification", '{"jsonrpc":"2.0","method":"notifications/zz_no_such","params":{}}'],
  [
    "the cancel of a call that is not there",
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":987654}}',
  ],
  ["an answer to nothing", '{"jsonrpc":"2.0","id":900004,"result":{}}'],
  [
    "a call of an unknown tool",
    '{"jsonrpc":"2.0","id":900005,"method":"tools/call","params":{"name":"zz_no_such_tool","arguments":{}}}',
  ],
  [
    "arguments that are a list",
    '{"jsonrpc":"2.0","id":900006,"method":"tools/call","params":{"name":"zz_no_such_tool","arguments":[1]}}',
  ],
  [
    `a value nested ${deep} levels deep`,
    `{"jsonrpc":"2.0","id":900007,"method":"tools/call","params":{"name":"zz_no_such_tool","arguments":{"a":${"[".repeat(deep)}${"]".repeat(deep)}}}}`,
  ],
  [
    "a message of 1 MB",
    `{"jsonrpc":"2.0","id":900008,"method":"tools/call","params":{"name":"zz_no_such_tool","arguments":{"a":"${"a".repeat(large)}"}}}`,
  ],
];

export const badMessagesProbe = defineProbe({ name: "badMessages" }, async (context, _, keep) => {
  const { target, limits, signal } = context;
  if (target.transport === "http") throw new NotMeasured("Bad messages are sent over stdio only.");
  context.status("sending bad messages");
  const live = openLiveSession(context, { rough: true });
  const seen: BadMessage[] = [];
  keep(seen);
  try {
    for (const [name, text] of messages) {
      if (signal.aborted) break;
      const session = await live.get();
      session.wire.sendRaw(text);
      seen.push({ name, sent: text.slice(0, 200), ...(await lookAt(session, limits.answerMs)) });
    }
  } finally {
    await live.close();
  }
  return seen;
});

async function lookAt(session: Session, timeoutMs: number): Promise<Pick<BadMessage, "after" | "how">> {
  const reply = await session.request("tools/list", {}, timeoutMs);
  if (reply.kind === "silence") return { after: "silent" };
  return reply.kind === "gone" ? { after: "gone", how: reply.how } : { after: "answers" };
}
