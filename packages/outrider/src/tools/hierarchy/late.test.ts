import { expect, test } from "vitest";
import { openSlowTools } from "../../../test/support/slow-tools.ts";

const below = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `src/below${index}.ts`,
    `import { Store } from "./store.ts";\nexport class Below${index} extends Store {}\n`,
  ]),
);
const files = { "src/store.ts": "export class Store {}\n", ...below };

test("subtypes that run out of time begin with what was read, and the same call goes on from there", async () => {
  const { tool } = openSlowTools(files, { perFile: 2_000 });
  expect(await tool.call("hierarchy", { symbol: "Store", depth: 1 })).toMatchObject({
    status: "ok",
    text: expect.stringMatching(/^Incomplete: 32 of 41 files that hold the name were read in time; the other 9 /),
    value: { late: { done: 32, total: 41, words: 18 }, levels: [31] },
  });
  const second = await tool.call("hierarchy", { symbol: "Store", depth: 1 });
  expect(second).toMatchObject({ status: "ok", value: { levels: [40] } });
  expect(second).not.toHaveProperty("value.late");
});
