import { expect } from "vitest";
import * as z from "zod";
import { createKernel } from "../src/call/kernel.ts";
import { countTokens } from "../src/output/tokens.ts";
import { growthOf, linearGrowth } from "./growth.ts";
import { sampleTool } from "./sample.ts";
import { verifies } from "./verifies.ts";

const runs = ["a", "A", "é", "字", "😀", "=", " ", "\n", "/\n", "ก", "e\u0301", "-\u0301"];

verifies(
  "output:tokens-linear",
  "a run eight times as long takes about eight times as long, not sixty-four",
  async () => {
    await countTokens("warm up");
    const growths: Record<string, number> = {};
    for (const unit of runs) growths[unit] = await growthOf((size) => countTokens(unit.repeat(size)), 2_000, 7);
    expect(Object.entries(growths).filter(([, growth]) => growth > linearGrowth)).toEqual([]);
  },
);

verifies("error:unknown-argument", "a hundred thousand of them are not all put into words", async () => {
  const tool = sampleTool(() => "", { input: z.strictObject({}) });
  const kernel = createKernel({ tools: [tool], services: () => ({}) });
  const refuse = async (count: number): Promise<void> => {
    const input = Object.fromEntries(Array.from({ length: count }, (_, index) => [`unknown_${index}`, 1]));
    expect(
      await kernel.call("sample", input, { caller: { host: "test", session: "s", principal: "tester" } }),
    ).toMatchObject({
      status: "invalid_input",
    });
  };
  expect(await growthOf(refuse, 12_500)).toBeLessThan(linearGrowth);
  await kernel.close();
});
