import { defineRule } from "../rule.ts";
import type { ListedTool, SeenCall } from "../seen.ts";
import { splitName } from "./listed-tools.ts";
import { isUnreachable, replyText } from "./reply-text.ts";

/** What waits on purpose. */
const waits =
  /\b(?:waits?|waiting|watch(?:es)?|listens?|monitors?|polls?|subscribes?|sleeps?|follows?|tails?|until|streams?)\b/i;
/** What asks others, whom nobody may reach from here. */
const reaches = /\b(?:fetch(?:es)?|urls?|https?|web(?:sites?)?|internet|online|apis?|downloads?|browsers?|remote)\b/i;

export const neverAnswered = defineRule({
  id: "R509",
  severity: "warning",
  title: "Calls of a tool are never answered",
  why: "The whole turn waits until the client gives up, and then neither the model nor its user knows whether the tool is slow, stuck or done.",
  fix: "Set a deadline for everything that a tool waits for and answer with what was reached by then. Send progress while there is some.",
  measured:
    "Calls that should work, with a progress token: none is answered within 20 s, and none shows progress. It is a warning for a tool that says `openWorldHint: false`. Any other may wait for what is out of reach of the audit, as may one that waits by its own words: an info.",
  needs: ["calls"],
  *find({ calls, listing }) {
    const isCutOff = calls.some(({ reply }) => isUnreachable(replyText(reply)));
    for (const tool of listing.tools) {
      if (!isNeverAnswered(calls, tool.name)) continue;
      const first = calls.find((call) => call.tool === tool.name);
      const seconds = Math.round((first?.reply.afterMs ?? 0) / 1000);
      yield {
        tool: tool.name,
        cause: "silence",
        ...(isCutOff || mayWait(tool) ? { severity: "info" as const } : {}),
        message: `No call of ${tool.name} was answered within ${seconds} s, and none showed progress.`,
        evidence: { sent: first?.input, received: "(nothing)" },
      };
    }
  },
});

/** Whether calls that should work all ended in silence. */
export function isNeverAnswered(calls: readonly SeenCall[], tool: string): boolean {
  const valid = calls.filter((call) => call.tool === tool && call.purpose === "valid");
  return valid.length > 0 && valid.every(({ reply, progress = 0 }) => reply.kind === "silence" && progress === 0);
}

function mayWait({ name, description, annotations }: ListedTool): boolean {
  const words = `${splitName(name).join(" ")}\n${description}`;
  // By the protocol's default, a tool may ask anybody.
  return annotations["openWorldHint"] !== false || waits.test(words) || reaches.test(words);
}
