import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { createDocumentProvider, type ResourceDocument } from "./documents.ts";
import type { ReadContext } from "./provider.ts";

const context: ReadContext = {
  caller: { host: "test", session: "one", principal: "tester" },
  signal: new AbortController().signal,
};
const good: ResourceDocument = { uri: "doc://a/b", title: "A", description: "About a.", text: "Größe" };

test("a document is listed with its size in bytes and read as Markdown", async () => {
  const provider = createDocumentProvider([good]);
  expect(await provider.list(context)).toEqual([
    { uri: "doc://a/b", name: "a/b", title: "A", description: "About a.", mimeType: "text/markdown", size: 7 },
  ]);
  expect(await provider.read("doc://a/b", context)).toEqual([
    { uri: "doc://a/b", mimeType: "text/markdown", body: { text: "Größe" } },
  ]);
  expect(await provider.read("doc://a", context)).toBeUndefined();
});

test("a text that is made is made for every read", async () => {
  let reads = 0;
  const provider = createDocumentProvider([{ ...good, mimeType: "text/plain", text: async () => `read ${++reads}` }]);
  await provider.read(good.uri, context);
  expect(await provider.read(good.uri, context)).toMatchObject([{ mimeType: "text/plain", body: { text: "read 2" } }]);
  expect((await provider.list(context))[0]).not.toHaveProperty("size");
});

verifies("resources:documents-checked", "everything that is wrong is told at once", () => {
  expect(() =>
    createDocumentProvider([
      good,
      { ...good, title: " " },
      { ...good, uri: "no address", text: "" },
      { ...good, uri: "doc://{topic}", description: "" },
      { ...good, uri: "https://Example.com" },
    ]),
  ).toThrowErrorMatchingInlineSnapshot(`
    [ToolDefinitionError: The list of documents is not well defined:
      - title of "doc://a/b" is empty
      - two documents have the address "doc://a/b"
      - "no address" is no URI, such as "doc://tool-guide"
      - text of "no address" is empty
      - "doc://{topic}" is no URI, such as "doc://tool-guide"
      - description of "doc://{topic}" is empty
      - "https://Example.com" is sent by clients as "https://example.com/"; write it so]
  `);
});
