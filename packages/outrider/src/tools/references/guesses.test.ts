import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

const uses = Object.fromEntries(
  Array.from({ length: 30 }, (_, index) => [
    `src/use${index}.js`,
    `export function use(it) {\n${"  it.close();\n".repeat(10)}}\n`,
  ]),
);

test("hundreds of guesses by name are counted by file, and listed when asked for", async () => {
  const kit = await openKit({ "src/store.js": `export class Store {\n  close() {}\n}\n`, ...uses });

  const files = await kit.read("references", { symbol: "Store/close" });
  expect(files).toContain("300 references in 30 files to Store/close");
  expect(files).toContain('Only files are listed, as 300 places are not proven; `output`: "lines" lists each.');
  expect(files).toContain("\nsrc/use0.js: 10 ~\n");
  expect(files).not.toContain("it.close()");

  const lines = await kit.read("references", { symbol: "Store/close", output: "lines", limit: 5 });
  expect(lines).toContain("~2: it.close(); [use]");
});
