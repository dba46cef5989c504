import type { ServerDefinition } from "./define-server.ts";

/** A client's mistake or lateness: harmless, and a log line for each would let it fill the log. */
const clientsFault =
  /^(Rejected |Received a (response|progress notification) for an unknown |Unknown message type|Unsupported |Not Acceptable|Cannot request input|subscriptions\/listen refused|Era mismatch|Dropped inbound)/;

const longest = 300;
const told = new WeakSet<Error>();

/**
 * Forwards the SDK's errors. It reports the same error to connection and transport, and includes whole messages in its
 * text, which may contain what a person has typed.
 */
export function reportSdkError({ onFault }: Pick<ServerDefinition, "onFault">): (error: Error) => void {
  return (error) => {
    if (clientsFault.test(error.message) || told.has(error)) return;
    told.add(error);
    const [words = ""] = error.message.split(/:? ?[{[]/, 1);
    onFault(words === error.message && words.length <= longest ? error : new Error(words.slice(0, longest)));
  };
}
