import { expect, test } from "vitest";
import { openKit } from "../../../test/support/outrider-kit.ts";

test("a class of many lines is read once, with its members in it", async () => {
  const methods = Array.from({ length: 40 }, (_, index) => `  m${index}(): number {\n    return ${index};\n  }`);
  const kit = await openKit({ "src/box.ts": `export class Box {\n${methods.join("\n")}\n}\n` });
  for (const code of ['print(await read("src/box.ts#Box"))', 'print(await body("Box"))']) {
    const lines = (await kit.read("script", { code })).split("\n");
    expect(lines.filter((line) => line.includes("m7()"))).toHaveLength(1);
    expect(lines[0]).toBe("src/box.ts:1-122");
    expect(lines).toHaveLength(123);
  }
});
