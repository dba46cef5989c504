import { countTokens } from "toolwright";
import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe, expect, test } from "vitest";
import { openReadFileKit } from "../../../test/support/read-file-kit.ts";
import readFile from "./index.ts";

describe("the suite", () => {
  const readme = { "README.md": "# Title\n\nHello.\n\n## More\n\ntext\n" };
  testConformance(readFile, { services: () => openReadFileKit(readme).services() });
});

test("the face costs few tokens", async () => {
  const face = { name: readFile.name, description: readFile.description, inputSchema: readFile.inputJsonSchema };
  expect(await countTokens(JSON.stringify(face))).toBeLessThanOrEqual(210);
});
