import { testConformance } from "../../../../toolwright/test/test-tool.ts";
import { describe } from "vitest";
import { openReadFileKit } from "../../../test/support/read-file-kit.ts";
import readFile from "./index.ts";

describe("the suite", () => {
  const readme = { "README.md": "# Title\n\nHello.\n\n## More\n\ntext\n" };
  testConformance(readFile, { services: () => openReadFileKit(readme).services() });
});
