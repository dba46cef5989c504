import { expect } from "vitest";
import { sampleKernel, sampleTool } from "../../test/sample.ts";
import { verifies } from "../../test/verifies.ts";
import type { Attachment } from "../tool/call-context.ts";

const image: Attachment = { kind: "image", mimeType: "image/png", data: "iVBORw0KGgo=" };

verifies("output:attachments", "what a tool attaches goes with its text", async () => {
  const { kernel } = sampleKernel([
    sampleTool(() => ({ pictures: 1 }), { attach: ({ pictures }) => Array.from({ length: pictures }, () => image) }),
    sampleTool(() => 0, { name: "none", attach: () => [] }),
  ]);
  expect(await kernel.call("sample", {})).toMatchObject({ text: '{"pictures":1}', attachments: [image] });
  expect(await kernel.call("none", {})).not.toHaveProperty("attachments");
});

verifies("output:attachments", "too much to send is an error that the model can act on", async () => {
  const huge: Attachment = { ...image, data: "A".repeat(9 * 1024 * 1024) };
  const { kernel } = sampleKernel([sampleTool(() => 0, { attach: () => [huge] })]);
  expect(await kernel.call("sample", {})).toMatchObject({
    status: "tool_error",
    error: { code: "attachments_too_big", message: expect.stringContaining("9437184 bytes; at most 8388608") },
  });
});

verifies("call:log", "what a tool logs reaches the host and the log, and nothing after its end", async () => {
  let late: () => void = () => {};
  const { kernel, events } = sampleKernel([
    sampleTool((_input, _services, call) => {
      call.log("info", "working");
      late = () => call.log("error", "too late");
      return "done";
    }),
  ]);
  const heard: string[] = [];
  await kernel.call("sample", {}, { onLog: (level, message) => heard.push(`${level} ${message}`) });
  late();
  expect(heard).toEqual(["info working"]);
  expect(events.filter((event) => event.type === "call-log")).toMatchObject([{ level: "info", message: "working" }]);
});
