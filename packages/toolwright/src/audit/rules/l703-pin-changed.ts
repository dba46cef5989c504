import { defineRule, type Evidence } from "../rule.ts";
import type { PinChange } from "../seen.ts";

export const pinChanged = defineRule({
  id: "L703",
  severity: "error",
  title: "A tool is not what was pinned",
  why: "A description that changes after it was read and approved is the way in which a trusted server turns against its users.",
  fix: "Read what changed, then pin it again with --update-pins.",
  measured: "Each tool's name, texts, schemas and hints are compared with those in the lock file.",
  needs: ["pins"],
  *find({ pins }) {
    for (const { tool, pinned, now, changes = [] } of pins) {
      if (pinned === now) continue;
      if (pinned === undefined) yield { tool, message: `${tool} is new since the tools were pinned.` };
      else if (now === undefined) yield { tool, message: `${tool} is gone since it was pinned.` };
      else {
        const message = `${tool} has changed since it was pinned${changes.length === 0 ? "" : `: ${listFields(changes)}`}.`;
        yield { tool, message, ...(changes.length === 0 ? {} : { evidence: showChanges(changes) }) };
      }
    }
  },
});

const mostNamed = 6;
const mostShown = 3;
/** Of all that is shown of one side. */
const longest = 300;
/** What stands before the first difference. */
const leading = 40;

function listFields(changes: readonly PinChange[]): string {
  const named = changes.slice(0, mostNamed).map(({ at }) => `\`${at}\``);
  return `${named.join(", ")}${changes.length > mostNamed ? ` and ${changes.length - mostNamed} more` : ""}`;
}

function showChanges(changes: readonly PinChange[]): Evidence {
  const shown = changes.slice(0, mostShown);
  const room = Math.floor(longest / shown.length);
  const pairs = shown.map(({ pinned, now }) => showDifference(write(pinned), write(now), room));
  return {
    sent: pairs.map(([pinned]) => pinned).join("; "),
    received: pairs.map(([, now]) => now).join("; "),
    labels: ["pinned", "now"],
  };
}

function write(value: unknown): string {
  return value === undefined ? "(absent)" : JSON.stringify(value);
}

/** Both texts from shortly before where they part. */
function showDifference(pinned: string, now: string, room: number): readonly [string, string] {
  let same = 0;
  while (same < pinned.length && pinned[same] === now[same]) same += 1;
  const start = same <= leading ? 0 : same - leading;
  const [before, after] = [pinned, now].map((text) => {
    const rest = text.slice(start);
    return `${start > 0 ? "… " : ""}${rest.length > room ? `${rest.slice(0, room)} …` : rest}`;
  });
  return [before ?? "", after ?? ""];
}
