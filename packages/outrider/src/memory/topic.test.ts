import fc from "fast-check";
import { join, normalize, sep } from "node:path";
import { expect, test } from "vitest";
import { fileOf } from "./memory-folder.ts";
import { findClash, parseTopic } from "./topic.ts";

test.each(["build", "build/ci", "v1.2", "a b", "Größe/日本", "1", "build/ci.md", " trimmed "])(
  "%j is a topic",
  (topic) => {
    expect(parseTopic(topic)).toBe(topic.trim().replace(/\.md$/, ""));
  },
);

test.each([
  "",
  " ",
  ".md",
  ".",
  "..",
  "../a",
  "a/../b",
  "a//b",
  "/etc/passwd",
  "a/",
  "C:\\x",
  "a\\b",
  "c:x",
  "a\0b",
  "a\nb",
  "\u001b[31m",
  "a\u202eb",
  "a\u200bb",
  "con",
  "NUL.txt",
  "a/com1/b",
  ".hidden",
  "a/.git/b",
  "dot.",
  "dot./b",
  "blank /b",
  "a.md/b",
  "*",
  "x".repeat(81),
  "ä".repeat(41),
  "a/".repeat(6) + "b",
  "x/".repeat(90) + "x",
  "\ud800",
])("%j is refused", (topic) => {
  expect(() => parseTopic(topic)).toThrow(expect.objectContaining({ code: "invalid_topic" }));
});

test("the error shows the value with nothing hidden in it", () => {
  expect(() => parseTopic("a\u202eb")).toThrowErrorMatchingInlineSnapshot(
    `[ToolError: The topic "a\\u202eb" has a character in it that not every system allows in a file name. A topic is a name such as "build" or "build/ci".]`,
  );
});

test("whatever is accepted stays below its folder, and means the same when it is read back", () => {
  const part = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("..", ".", "a", "CON", "a.md", "/", "\\", "~"),
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
      let topic = "";
      try {
        topic = parseTopic(parts.join("/"));
      } catch {
        return;
      }
      const file = fileOf(join(sep, "root"), topic);
      expect(normalize(file)).toBe(file);
      expect(file.startsWith(join(sep, "root") + sep)).toBe(true);
      expect(parseTopic(topic)).toBe(topic);
    }),
  );
});

test("clashes are found in directories, too", () => {
  expect(findClash("a/b", ["A/c"])).toBe("A/c");
  expect(findClash("a", ["A"])).toBe("A");
  expect(findClash("a/b", ["a", "a/c", "b"])).toBeUndefined();
});
