import { expect, test } from "vitest";
import { openRenameKit } from "./rename.test-kit.ts";

const files = {
  "package.json": '{ "name": "shop", "private": true, "type": "module" }\n',
  "tsconfig.json":
    '{ "compilerOptions": { "strict": true, "module": "esnext", "moduleResolution": "bundler", "noEmit": true, "jsx": "preserve", "types": [] }, "include": ["src"] }\n',
  "src/math.ts": `/** add joins two numbers. */
export function add(a: number, b: number): number;
export function add(a: string, b: string): string;
export function add(a: any, b: any): any {
  return a + b; // add
}
export const table = { add, key: "add" };
export const size = 1;
export { size as length };
export function taken(): number {
  const near = 2;
  return near + size;
}
`,
  "src/index.ts":
    'export { add as plus, add } from "./math";\nexport { default as Button } from "./button";\nexport * from "./shapes";\n',
  "src/use.ts":
    'import { add, plus } from "./index";\nimport * as all from "./math";\r\nconst grüße = "😀"; export const x = /* 😀😀 */ add(1, plus(2, all.add(3, 4)));\r\nexport const o = { add };\nfunction local(add: number) { return add; }\nexport const y = local(1);\n',
  "src/button.tsx":
    "export default function Button(props: { label: string }) {\n  return <b title={props.label}>{props.label}</b>;\n}\n",
  "src/page.tsx":
    'import Button from "./button";\nimport { Button as Other } from "./index";\nexport const page = <div><Button label="a"></Button><Other label="b" /></div>;\n',
  "src/shapes.ts": `export interface Shape { area(scale: number): number; name: string }
export class Square implements Shape {
  name = "square";
  #side = 2;
  area(scale: number) { return this.#side * this.#side * scale; }
}
export class Round implements Shape {
  name = "round";
  area(scale: number) { return scale; }
  diameter() { return 1; }
}
export const total = (shapes: Shape[]) => shapes.map((shape) => shape.area(1)).length + new Square().area(2);
export const named = { area: 3 };
`,
  "README.md": "Call `add` to add things.\n",
  ".env": "add=hunter2\n",
};

for (const id of ["typescript", "vtsls"])
  test(`${id}: overloads, re-exports, shorthands, default exports, JSX, interfaces and odd text are renamed exactly`, async () => {
    const kit = await openRenameKit(files, { servers: [id] });

    const add = await kit.rename({ symbol: "add", path: "src/math.ts", newName: "sum" });
    expect(add.plan.done).toBe("renamed function add to sum: 7 places in 3 files");
    expect(add.plan.notes).toEqual([
      "3 places keep the name add, under which a file hands it on or brings it in: src/use.ts:1, src/use.ts:3, src/use.ts:4.",
    ]);
    expect(add.texts).toEqual({
      "src/math.ts": files["src/math.ts"].replaceAll("function add", "function sum").replace("{ add,", "{ add: sum,"),
      "src/index.ts": files["src/index.ts"].replace("{ add as plus, add }", "{ sum as plus, sum as add }"),
      "src/use.ts": files["src/use.ts"].replace("all.add", "all.sum"),
    });
    expect(add.plan.leftovers).toMatchInlineSnapshot(`
      {
        "shown": [
          "src/math.ts:1 comment: /** add joins two numbers. */",
          "src/math.ts:5 comment: return a + b; // add",
          "src/math.ts:7 string: export const table = { add, key: "add" };",
          "README.md:1 docs: Call \`add\` to add things.",
          "src/use.ts:1 code: import { add, plus } from "./index";",
          "src/use.ts:3 code: const grüße = "😀"; export const x = /* 😀😀 */ add(1, plus(2, all.add(3, 4)));",
        ],
        "total": 8,
      }
    `);

    const button = await kit.rename({ symbol: "Button", path: "src/button.tsx", newName: "Knob" });
    expect(button.texts).toEqual({
      "src/button.tsx": files["src/button.tsx"].replace("Button", "Knob"),
      "src/page.tsx": files["src/page.tsx"]
        .replace("import Button", "import Knob")
        .replace('<Button label="a"></Button>', '<Knob label="a"></Knob>'),
    });

    const area = await kit.rename({ symbol: "Shape/area", newName: "surface" });
    expect(area.texts).toEqual({
      "src/shapes.ts": files["src/shapes.ts"].replaceAll("area(", "surface(").replace("{ area: 3 }", "{ area: 3 }"),
    });
    const side = await kit.rename({ symbol: "Square/#side", newName: "#edge" });
    expect(side.texts).toEqual({ "src/shapes.ts": files["src/shapes.ts"].replaceAll("#side", "#edge") });
    const size = await kit.rename({ symbol: "size", newName: "big" });
    expect(size.texts).toEqual({
      "src/math.ts": files["src/math.ts"]
        .replace("const size", "const big")
        .replace("{ size as", "{ big as")
        .replace("+ size", "+ big"),
    });

    // Names that are taken, or none.
    expect(await kit.refusal({ symbol: "size", newName: "near" })).toMatchInlineSnapshot(
      `
      "name_taken: near is the name of something else where size is declared or used:
       src/math.ts:11 const near = 2;
       src/math.ts:12 return near + size;
      Nothing was changed. Choose another name, or set \`force\` where it is no clash."
    `,
    );
    expect(await kit.refusal({ symbol: "size", newName: "table" })).toMatch(/^name_taken: [^]*src\/math\.ts:7/);
    expect(await kit.refusal({ symbol: "Shape/area", newName: "diameter" })).toMatch(
      /^name_taken: [^]*src\/shapes\.ts:10/,
    );
    expect(await kit.refusal({ symbol: "size", newName: "class" })).toMatch(/^(?:invalid_name|broken_syntax): /);
    const forced = await kit.rename({ symbol: "size", newName: "near", force: true });
    expect(forced.texts["src/math.ts"]).toContain("return near + near;");
  });

test("a name that is none, the old one or a constructor's is refused before anybody is asked", async () => {
  const kit = await openRenameKit({
    "a.ts": "class A {\n  constructor() {}\n  #x = 1;\n}\nexport const run = new A();\n",
  });
  const names = ["", " b", "a b", "1a", "a-b", "a.b", "a/b", "a\nb", "#a", "f()", "😀", "run"];
  const codes: (string | undefined)[] = [];
  for (const newName of names) codes.push((await kit.refusal({ symbol: "run", newName })).split(":")[0]);
  expect(codes).toEqual([...names.slice(1).map(() => "invalid_name"), "no_change"]);
  expect(await kit.refusal({ symbol: "A/constructor", newName: "b" })).toMatch(/^invalid_name: .*Rename the type\.$/);
  expect(await kit.refusal({ symbol: "A/#x", newName: "y" })).toMatch(/^invalid_name: /);
});

test("a symbol that 200 files use is renamed in all of them", async ({ annotate }) => {
  const users = Array.from({ length: 200 }, (_, index) => [
    `src/user${index}.ts`,
    `import { shared } from "./shared";\nexport const value${index} = shared(${index}) + shared(1);\n`,
  ]);
  const many: Record<string, string> = {
    ...Object.fromEntries(users),
    "src/shared.ts": "export function shared(a: number): number {\n  return a;\n}\n",
    "tsconfig.json": "{}\n",
  };
  const kit = await openRenameKit(many, { servers: ["typescript"] });
  await kit.rename({ symbol: "shared", newName: "common" });
  const started = performance.now();
  const { plan, texts } = await kit.rename({ symbol: "shared", newName: "common" });
  await annotate(`warm: ${Math.round(performance.now() - started)} ms`);
  expect(plan).toMatchObject({
    done: "renamed function shared to common: 601 places in 201 files",
    leftovers: { total: 0, shown: [] },
  });
  const { "tsconfig.json": _settings, ...code } = many;
  const renamed = Object.entries(code).map(([path, text]) => [path, text.replaceAll(/(?<!\/)shared/g, "common")]);
  expect(texts).toEqual(Object.fromEntries(renamed));
});
