import type { RunOutcome } from "../../agent/run/events.ts";
import { describeInput } from "../../access/describe-request.ts";
import { describeCount } from "./call-line.ts";
import type { Page } from "./page.ts";

/** How the answer to an input ended, what it used, and how to go on. */
export async function showEnd(outcome: RunOutcome, goOn: string | undefined, { note, line, gap }: Page): Promise<void> {
  await gap();
  switch (outcome.status) {
    case "stopped":
      await note(`Stopped: ${outcome.message}`, "yellow");
      break;
    case "refused":
      await note(`Refused: ${outcome.message}`, "yellow");
      break;
    case "cancelled":
      await note("Cancelled.", "yellow");
      break;
    case "failed":
      await note(`Failed: ${outcome.message}`, "red");
      break;
    case "awaiting":
      for (const { title, ask } of outcome.asks) {
        const about = ask.kind === "approval" ? `: ${shorten(describeInput(ask.request))}` : "";
        await note(`Waits for a decision: ${title}${about}`, "yellow");
      }
      break;
    case "done":
  }
  await note(describeUse(outcome));
  const isOpen = outcome.status === "awaiting" || (outcome.status === "failed" && outcome.recoverable);
  // To be copied: in lines of ours, a shell would read a flag without its value.
  if (isOpen && goOn !== undefined) await line([{ text: `Go on: ${goOn}`, style: "dim" }]);
  else if (outcome.status === "awaiting") await note(unkept);
}

const longestInput = 400;

function shorten(input: string): string {
  return input.length <= longestInput
    ? input
    : `${input.slice(0, longestInput)}… (${describeCount(input.length, "character")})`;
}

const unkept =
  "Nothing of it is kept. With --store DIR or --thread NAME it could go on later; --yes approves every call.";

/** Turns, tokens and cost of an input. */
function describeUse({ turns, usage, costUsd }: RunOutcome): string {
  const cached = usage.cacheRead > 0 ? ` (${usage.cacheRead.toLocaleString("en-US")} from a cache)` : "";
  return [
    describeCount(turns, "turn"),
    `${describeCount(usage.input, "token")} in${cached}, ${usage.output.toLocaleString("en-US")} out`,
    costUsd === undefined ? "cost unknown" : `$${costUsd.toFixed(4)}`,
  ].join(" · ");
}
