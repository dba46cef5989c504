import { defineRule } from "../rule.ts";
import { isToldFailure, replyText } from "./reply-text.ts";

export const brokenPage = defineRule({
  id: "C604",
  severity: "warning",
  title: "A page cannot be continued",
  why: "A model that follows the cursor gets an error or the same page again, and takes the first part for the whole.",
  fix: "Take back exactly what was given out as the cursor, and say in each page how many there are in all.",
  measured: "Where a result names a next page and the tool takes that name, the next page is fetched.",
  needs: ["pages"],
  *find({ pages }) {
    for (const { tool, field, first, next } of pages) {
      const text = replyText(next.reply);
      const fails = isToldFailure(next.reply);
      if (!fails && text !== replyText(first.reply)) continue;
      const what = fails ? "fails" : "is the same again";
      const message = `The next page of ${tool}, by \`${field}\`, ${what}.`;
      yield { tool, message, evidence: { sent: next.input, received: text } };
    }
  },
});
