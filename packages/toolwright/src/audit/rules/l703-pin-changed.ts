import { defineRule } from "../rule.ts";

export const pinChanged = defineRule({
  id: "L703",
  severity: "error",
  title: "A tool is not what was pinned",
  why: "A description that changes after it was read and approved is the way in which a trusted server turns against its users.",
  fix: "Read what changed, then pin it again with --update-pins.",
  measured: "Each tool's name, texts, schemas and hints have a fingerprint in the lock file.",
  needs: ["pins"],
  *find({ pins }) {
    for (const { tool, pinned, now } of pins) {
      if (pinned === now) continue;
      const what = pinned === undefined ? "is new" : now === undefined ? "is gone" : "has changed";
      yield { tool, message: `${tool} ${what} since it was pinned.`, evidence: { sent: pinned, received: now } };
    }
  },
});
