import { expect, test } from "vitest";
import { outputFields, overflowSchema } from "../output/fields.ts";
import { readOutputInput } from "../spill/read-output.ts";
import { createReadResourceTool } from "./read-resource-tool.ts";
import { createDocumentProvider, progressiveDisclosureGuide } from "./documents.ts";

const text = typeof progressiveDisclosureGuide.text === "string" ? progressiveDisclosureGuide.text : "";

test("the guide names the fields that there are", () => {
  const told = ["shown", "total", "hint", "next_offset", "by_file"] as const;
  for (const field of told) expect(overflowSchema.shape).toHaveProperty(field);
  const names = [...Object.keys(outputFields), ...Object.keys(readOutputInput.shape), ...told];
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  for (const level of outputFields.detail_level.unwrap().options) expect(text).toContain(`\`"${level}"\``);
});

test("the guide names the tools that read on", () => {
  expect(text).toContain(createReadResourceTool(createDocumentProvider([])).name);
  expect(text).toContain("read_output {");
});
