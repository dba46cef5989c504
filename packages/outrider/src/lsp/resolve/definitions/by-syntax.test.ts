import { expect, test } from "vitest";
import { openKit } from "../../../../test/support/outrider-kit.ts";

const files = {
  "math.ts": "export function square() {}\nfunction inner() {}\nexport { inner as mine };\n",
  "index.ts": 'export { square as sq } from "./math.ts";\nexport { mine as own } from "./math.ts";\n',
  "use.ts":
    'import { sq, own } from "./index.ts";\nfunction square() {}\nexport const all = () => [sq(), own(), square()];\n',
  "item.py": "class Item:\n    def cost(self):\n        return 1\n",
  "sub.py":
    "from item import Item\nclass Sub(Item):\n    def cost(self):\n        return super().cost()\n    def later(self):\n        return super().cost\n",
};

test("a name leads to its origin, whatever files on the way call it", async () => {
  const kit = await openKit(files);
  const at = async (path: string, line: number, symbol: string): Promise<readonly string[]> => {
    const [head = "", ...found] = (await kit.read("symbol_at", { path, line, symbol })).split("\n");
    expect(head).toContain("syntactic");
    return found.map((each) => each.split(" ", 1)[0] ?? "");
  };
  expect(await at("use.ts", 1, "sq")).toEqual(["math.ts:1"]);
  expect(await at("use.ts", 3, "sq")).toEqual(["math.ts:1"]);
  expect(await at("use.ts", 3, "own")).toEqual(["math.ts:2"]);
  expect(await at("use.ts", 3, "square")).toEqual(["use.ts:2"]);
  expect(await at("index.ts", 1, "sq")).toEqual(["math.ts:1"]);
  expect(await at("index.ts", 1, "square")).toEqual(["math.ts:1"]);
  expect(await at("index.ts", 2, "own")).toEqual(["math.ts:2"]);
  expect(await at("sub.py", 4, "cost")).toEqual(["item.py:2-3"]);
  expect(await at("sub.py", 6, "cost")).toEqual(["item.py:2-3"]);
});
