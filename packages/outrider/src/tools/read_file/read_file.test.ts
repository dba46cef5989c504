import { countTokens } from "toolwright";
import { conformanceChecks } from "toolwright/testing";
import { describe, expect, test } from "vitest";
import { openReadFileKit } from "../../../test/support/read-file-kit.ts";
import readFile from "./index.ts";

describe("the suite", () => {
  const readme = { "README.md": "# Title\n\nHello.\n\n## More\n\ntext\n" };
  for (const check of conformanceChecks(readFile, { services: () => openReadFileKit(readme).services() })) {
    test(check.title, check.run, check.timeoutMs);
  }
});

test("the face costs few tokens", async () => {
  const face = { name: readFile.name, description: readFile.description, inputSchema: readFile.inputJsonSchema };
  expect(await countTokens(JSON.stringify(face))).toBeLessThanOrEqual(210);
});
