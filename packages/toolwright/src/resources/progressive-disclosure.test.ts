import { expect, test } from "vitest";
import { overflowSchema } from "../output/overflow.ts";
import { readOutputInput } from "../spill/read-output.ts";
import { createReadResourceTool } from "./read-resource-tool.ts";
import { createDocumentProvider, progressiveDisclosureGuide } from "./documents.ts";

const text = typeof progressiveDisclosureGuide.text === "string" ? progressiveDisclosureGuide.text : "";

test("the guide names the fields that there are", () => {
  const told = ["shown", "total", "hint", "next_offset", "by_file"] as const;
  for (const field of told) expect(overflowSchema.shape).toHaveProperty(field);
  const names = ["offset", "limit", ...Object.keys(readOutputInput.shape), ...told];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("the guide names the tools that read on", () => {
  expect(text).toContain(createReadResourceTool(createDocumentProvider([])).name);
  expect(text).toContain("read_output {");
});
