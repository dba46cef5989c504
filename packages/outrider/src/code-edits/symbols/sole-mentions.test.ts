import { expect, test } from "vitest";
import { openSymbolEdits } from "../../../test/support/symbol-edits-kit.ts";

test.each([
  [
    "a.ts",
    "type Creator<T, Out extends string[] = [], In = (t: T) => void> = ((t: T, other: In) => T) & {\n  $$out?: Out;\n  size?: number;\n};\n",
    "Creator/$$out",
    "Out",
    "Creator/size",
  ],
  ["a.tsx", "interface Box<in out T, K> {\n  of: T;\n  key: K;\n  again?: K;\n}\n", "Box/of", "T", "Box/again"],
  [
    "a.rs",
    "struct Tag<'a, T: Into<Vec<u8>>> {\n    text: &'a str,\n    of: PhantomData<T>,\n    more: &'a str,\n}\n",
    "Tag/of",
    "T",
    "Tag/more",
  ],
  [
    "a.rs",
    "enum Tag<'a, T> {\n    Text { text: &'a str },\n    Of(T),\n    Again(T),\n}\n",
    "Tag/Text",
    "'a",
    "Tag/Again",
  ],
])(
  "the only member that names a type parameter is not removed without a word: %s",
  async (file, text, sole, name, other) => {
    const { edit } = await openSymbolEdits({ [file]: text });
    const refused = await edit(file, { action: "remove", symbol: sole });
    expect(refused).toMatchObject({ code: "still_required", text });
    expect(refused.message).toContain(`the type parameter ${name} of `);
    expect(await edit(file, { action: "remove", symbol: sole, unproven: "leave" })).not.toHaveProperty("code");
    expect(await edit(file, { action: "remove", symbol: other })).not.toHaveProperty("code");
  },
);
