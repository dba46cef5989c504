import { expect, test } from "vitest";
import { openSignatureKit } from "./signature.test-kit.ts";

const files = {
  "shop.py": `class Store:
    def __init__(self, name, size=1):
        self.name = name

    def keep(self, key: str, limit: int = 10, *, strict=False) -> str:
        """Keeps.

        Args:
            key: the key
            limit (int): how many
                of them
            strict: or not
        """
        return key * limit + str(strict)


class Deep(Store):
    def __init__(self, name):
        super().__init__(name, 2)

    def keep(self, key: str, limit: int = 10, *, strict=False) -> str:
        return super().keep(key, limit=limit, strict=strict)


def total(a, b, c=3):
    return a * 100 + b * 10 + c
`,
  "main.py": `from shop import Deep, Store, total

store = Store("a", size=3)
print(store.keep("x", 2), Store.keep(store, "y", limit=1), Deep("z").keep(key="q"))
print(total(1, 2), total(1, b=2, c=4), total(c=5, a=1, b=total(0, 0, 1)))
`,
};
const before = "xxFalse yFalse qqqqqqqqqqFalse\n123 124 115\n";

function run({ judge, kit }: Awaited<ReturnType<typeof openSignatureKit>>): string | undefined {
  // The program prints what it did before, or says where it fails.
  const script = `import runpy, io, contextlib
out = io.StringIO()
with contextlib.redirect_stdout(out): runpy.run_path(${JSON.stringify(`${kit.root}/main.py`)})
assert out.getvalue() == ${JSON.stringify(before)}, out.getvalue()`;
  return judge("python3", "-c", script);
}

test("parameters in another order, with arguments by place and by name: the program prints the same", async () => {
  const kit = await openSignatureKit(files);
  const parameters = ["b", { name: "a", code: "first" }, "c"];
  expect(await kit.change({ symbol: "total", parameters })).toMatchInlineSnapshot(`
    "changed the parameters of function total: 1 declaration and 4 calls in 2 files: +3 -3 (undo 1)
    Without a language server (language servers are switched off. Set \`enabled = true\` under [servers] in the user settings); scopes and imports prove every place that is not listed.
    shop.py +2 -2
    @@ -24,3 +24,3 @@
     
    -def total(a, b, c=3):
    -    return a * 100 + b * 10 + c
    +def total(b, first, c=3):
    +    return first * 100 + b * 10 + c
    main.py +1 -1
    @@ -4,2 +4,2 @@
     print(store.keep("x", 2), Store.keep(store, "y", limit=1), Deep("z").keep(key="q"))
    -print(total(1, 2), total(1, b=2, c=4), total(c=5, a=1, b=total(0, 0, 1)))
    +print(total(2, 1), total(first=1, b=2, c=4), total(c=5, first=1, b=total(0, 0, 1)))"
  `);
  expect(run(kit) ?? "fine").toBe("fine");
  await kit.undo();
});

test("methods with what overrides them, arguments by name, super and calls through the class", async () => {
  const kit = await openSignatureKit(files);
  const parameters = ["key", { code: "sep", argument: '""' }, { name: "limit", code: "most: int = 10" }, "strict"];
  const answer = await kit.change({ symbol: "Store/keep", parameters, unproven: "include" });
  expect(answer).toContain("2 declarations and 4 calls in 2 files");
  expect(kit.text("main.py")).toContain(
    'print(store.keep("x", "", 2), Store.keep(store, "y", "", most=1), Deep("z").keep(key="q", sep=""))',
  );
  expect(kit.text("shop.py")).toContain('return super().keep(key, "", most=most, strict=strict)');
  expect(kit.text("shop.py")).toContain("            most (int): how many\n                of them\n");
  expect(run(kit) ?? "fine").toBe("fine");
  await kit.undo();
});

test("a parameter goes, with its entry in the docstring and what callers pass", async () => {
  const kit = await openSignatureKit({
    "a.py":
      'def f(a, limit=1, b=2):\n    """Does.\n\n    :param a: one\n    :param limit: how many\n        of them\n    :param b: two\n    """\n    return a + b\n',
    "b.py": "from a import f\n\nprint(f(1, 5, 3), f(1, limit=2), f(1, b=3), f(2))\n",
  });
  expect(await kit.change({ symbol: "f", parameters: ["a", "b"] })).toContain("1 declaration and 2 calls");
  expect(kit.text("a.py")).toBe(
    'def f(a, b=2):\n    """Does.\n\n    :param a: one\n    :param b: two\n    """\n    return a + b\n',
  );
  expect(kit.text("b.py")).toBe("from a import f\n\nprint(f(1, 3), f(1), f(1, b=3), f(2))\n");
  await kit.undo();
});

test("a constructor, with super and arguments by name", async () => {
  const kit = await openSignatureKit(files);
  const parameters = ["name", { code: "kind", argument: "None" }, "size"];
  expect(await kit.change({ symbol: "Store", parameters })).toContain("1 declaration and 2 calls in 2 files");
  expect(kit.text("shop.py")).toContain("super().__init__(name, None, 2)");
  expect(run(kit) ?? "fine").toBe("fine");
});

test("a method that is called through another name of its type is not taken for one that is called on a value", async () => {
  const kit = await openSignatureKit({
    "shop.py": "class Store:\n    def keep(self, a, b=0):\n        return a + b\n",
    "main.py": "from shop import Store as Other\n\nprint(Other.keep(Other(), 1))\n",
  });
  const change = { symbol: "Store/keep", parameters: [{ code: "first", argument: "0" }, "a", "b"] };
  expect(await kit.change(change)).toMatch(/^tool_error cannot_prove: [^]*through its type there/);
});

test("an argument that does something does not go unasked, and one that moves is told", async () => {
  const kit = await openSignatureKit({
    "a.py": "def f(a, b, c):\n    return a + c\n\n\ndef g():\n    return 1\n\n\nprint(f(1, g(), 2), f(g(), 1, g()))\n",
  });
  expect(await kit.change({ symbol: "f", parameters: ["a", "c"] })).toMatch(
    /^tool_error cannot_prove: [^]*an argument that would go may do something/,
  );
  expect(await kit.change({ symbol: "f", parameters: ["c", "b", "a"] })).toContain(
    "Arguments that may do something are evaluated in another order at a.py:9.",
  );
});
