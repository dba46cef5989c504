import { join } from "node:path";
import { expect, test } from "vitest";
import { renderRuleReference } from "../../src/audit/report/explain-rule.ts";
import { rules } from "../../src/audit/rules/index.ts";

// Written by `npm run gen`.
test("docs/audit-rules.md is what the rules say", async () => {
  const file = join(import.meta.dirname, "..", "..", "..", "..", "docs", "audit-rules.md");
  await expect(renderRuleReference()).toMatchFileSnapshot(file);
});

test("each rule has an id of its own, and says why, what to do and how it was seen", () => {
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, title, why, fix, measured } of rules) {
    expect(id).toMatch(/^[EDSARCLXP]\d{3}$/);
    expect(title).not.toMatch(/\.$/);
    for (const text of [why, fix, measured]) expect(text).toMatch(/^[A-Z`].+\.$/s);
  }
});
