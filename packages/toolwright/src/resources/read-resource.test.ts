import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { harness } from "../testing/index.ts";
import { testConformance } from "../../test/test-tool.ts";
import type { AnyTool } from "../tool/tool.ts";
import { combineProviders } from "./combine-providers.ts";
import { createDocumentProvider, progressiveDisclosureGuide } from "./documents.ts";
import { pageLines } from "./read-resource.ts";
import type { ResourceContent, ResourceProvider } from "./provider.ts";
import { createReadResourceTool } from "./read-resource-tool.ts";
import { createToolGuideProvider } from "./tool-guide.ts";

const blob = Buffer.from("a picture").toString("base64");
const files: Readonly<Record<string, readonly ResourceContent[]>> = {
  "file://image": [{ uri: "file://image", mimeType: "image/png", body: { blob } }],
  "file://sound": [{ uri: "file://sound", mimeType: "audio/wav", body: { blob } }],
  "file://bytes": [{ uri: "file://bytes", body: { blob } }],
  "file://folder": [
    { uri: "file://folder/a", body: { text: "one\ntwo" } },
    { uri: "file://folder/b", mimeType: "image/png", body: { blob } },
  ],
  "file://empty": [{ uri: "file://empty", body: { text: "" } }],
};
const fileProvider: ResourceProvider = {
  list: () => Object.keys(files).map((uri) => ({ uri, name: uri.slice(7) })),
  read: (uri) => files[uri],
};
const numbers = Array.from({ length: 30 }, (_, index) => `line ${index}\n`).join("");
const documents = createDocumentProvider([
  progressiveDisclosureGuide,
  { uri: "doc://numbers", title: "Numbers", description: `Thirty lines. ${"And more. ".repeat(90)}`, text: numbers },
]);
const guide = createToolGuideProvider({ tools: (): readonly AnyTool[] => [readResource] });
const provider = combineProviders([documents, guide, fileProvider]);
const readResource = createReadResourceTool(provider, { maxAttached: 20 });

async function read(input: object): Promise<unknown> {
  await using kit = harness([readResource]);
  return await kit.call("read_resource", input);
}

testConformance(readResource);

async function listText(): Promise<string> {
  await using kit = harness([readResource]);
  const outcome = await kit.call("read_resource", {});
  return outcome.status === "ok" ? outcome.text : "";
}

test("without an address all resources and templates are listed, one line each", async () => {
  expect(await listText()).toMatchInlineSnapshot(`
    "doc://numbers: Thirty lines.
    doc://progressive-disclosure: How the tools of this server size their answers, and how to get the rest of a long one.
    doc://tool-guide: All tools with their inputs, defaults, effects, examples and longer notes.
    file://bytes
    file://empty
    file://folder
    file://image
    file://sound
    doc://tool-guide/{tool} (tool-guide-page): Inputs, defaults, effects, examples and longer notes of one tool."
  `);
});

verifies("resources:read-all", "every address of the list, and every completed template, is answered", async () => {
  await using kit = harness([readResource]);
  const uris = (await listText()).split("\n").map((line) => line.split(/: | /)[0] ?? "");
  expect(uris).toContain("doc://tool-guide/{tool}");
  for (const uri of uris) {
    const outcome = await kit.call("read_resource", { uri: uri.replace("{tool}", "read_resource") });
    expect(outcome, uri).toMatchObject({ status: "ok", text: expect.stringMatching(/./) });
  }
});

verifies("resources:read-pages", "all pages joined are the text, whatever it is", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("a", "\n", "\r\n", "é"), { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (parts, limit) => {
        const text = parts.join("");
        const pages = [pageLines(text, { limit })];
        for (let next = pages[0]?.nextOffset; next !== undefined; next = pages.at(-1)?.nextOffset) {
          pages.push(pageLines(text, { offset: next, limit }));
        }
        expect(pages.map((page) => page.text).join("")).toBe(text);
        expect(pages.reduce((sum, page) => sum + page.shownLines, 0)).toBe(pages[0]?.totalLines);
      },
    ),
  );
});

verifies("resources:read-pages", "a page tells its place, and the whole text has none", async () => {
  expect(await read({ uri: "doc://numbers" })).toMatchObject({ text: numbers });
  expect(await read({ uri: "doc://numbers", offset: 3, limit: 2 })).toMatchObject({
    text: "line 3\nline 4\n[Lines 3 to 4 of 30, counted from 0. Goes on at offset 5.]",
  });
  expect(await read({ uri: "doc://numbers", offset: 29 })).toMatchObject({
    text: "line 29\n[Line 29 of 30, counted from 0. This is the end.]",
  });
  expect(await read({ uri: "doc://numbers", offset: 30 })).toMatchObject({
    status: "ok",
    text: "[Offset 30 is past the end: there are 30 lines.]",
  });
  expect(await read({ uri: "file://empty" })).toMatchObject({ status: "ok", text: "The resource is empty." });
});

verifies("resources:read-unknown", "names the value, the nearest addresses and the next call", async () => {
  expect(await read({ uri: "doc://number" })).toMatchObject({
    status: "tool_error",
    error: {
      code: "no_resource",
      message: 'There is no resource "doc://number". Nearest: "doc://numbers". Without uri, read_resource lists all.',
      next: { tool: "read_resource", input: { uri: "doc://numbers" } },
    },
  });
  expect(await read({ uri: "doc://tool-guide/read_resorce" })).toMatchObject({
    error: { next: { input: { uri: "doc://tool-guide/read_resource" } } },
  });
  expect(await read({ uri: "xyz" })).toMatchObject({
    error: {
      message: 'There is no resource "xyz". Without uri, read_resource lists all.',
      next: { tool: "read_resource", input: {} },
    },
  });
});

verifies("resources:read-unknown", "a template with its braces is told to be one", async () => {
  expect(await read({ uri: "doc://tool-guide/{tool}" })).toMatchObject({
    error: {
      message: expect.stringContaining('"doc://tool-guide/{tool}" is a template: put a value in place of each name'),
      next: { input: { uri: "doc://tool-guide/read_resource" } },
    },
  });
});

verifies("resources:read-binary", "images, sound and other bytes are attached as what they are", async () => {
  expect(await read({ uri: "file://image" })).toMatchObject({
    text: "[Binary content, image/png, 9 bytes: attached.]",
    attachments: [{ kind: "image", mimeType: "image/png", data: blob }],
  });
  expect(await read({ uri: "file://sound" })).toMatchObject({
    attachments: [{ kind: "audio", mimeType: "audio/wav" }],
  });
  expect(await read({ uri: "file://bytes" })).toMatchObject({
    attachments: [{ kind: "resource", uri: "file://bytes", mimeType: "application/octet-stream", body: { blob } }],
  });
});

verifies("resources:read-binary", "parts are named, and attachments come with the first page only", async () => {
  expect(await read({ uri: "file://folder" })).toMatchObject({
    text: "== file://folder/a ==\none\ntwo\n== file://folder/b ==\n[Binary content, image/png, 9 bytes: attached.]",
    attachments: [{ kind: "image" }],
  });
  expect(await read({ uri: "file://folder", offset: 1, limit: 1 })).not.toHaveProperty("attachments");
});

verifies("resources:read-binary", "what is too big comes as a link", async () => {
  await using kit = harness([createReadResourceTool(provider, { maxAttached: 5 })]);
  expect(await kit.call("read_resource", { uri: "file://image" })).toMatchObject({
    text: "[Binary content, image/png, 9 bytes: too big to attach. A client that shows resources can open file://image.]",
    attachments: [{ kind: "link", uri: "file://image", name: "file://image", mimeType: "image/png" }],
  });
});

test("a provider that fails does not turn an unknown address into a crash", async () => {
  const failing: ResourceProvider = { list: () => Promise.reject(new Error("gone")), read: () => undefined };
  await using kit = harness([createReadResourceTool(failing)]);
  expect(await kit.call("read_resource", { uri: "doc://a" })).toMatchObject({ error: { code: "no_resource" } });
});
