import { expect, test } from "vitest";
import { openDraft } from "../draft.ts";
import { openEditKit } from "./actions.test-kit.ts";
import { listActions } from "./list-actions.ts";
import { planAction } from "./plan-action.ts";

const tsconfig = JSON.stringify({ compilerOptions: { strict: true, module: "preserve", noEmit: true, types: [] } });
const typescriptFiles = {
  "tsconfig.json": tsconfig,
  "b.ts":
    "export function helper(n: number): number {\n  return n;\n}\nexport const zeta = 1;\nexport const alpha = 2;\n",
  "a.ts":
    'import { zeta, alpha } from "./b";\r\n\r\nexport const sum = alpha;\r\n\r\nexport function area(w: number, h: number): number {\r\n  const size = w * h + 2;\r\n  return helper(size);\r\n}\r\n',
};

test("TypeScript 7 offers and applies quick fixes and organised imports, line ends kept", async () => {
  const kit = await openEditKit(typescriptFiles, { servers: ["typescript"] });
  const whole = await listActions(kit.context, { path: "a.ts", symbol: undefined });
  expect(whole.server).toMatch(/^typescript 7/);
  expect(whole.actions.map(({ kind }) => kind)).toEqual(expect.arrayContaining(["quickfix", "source.organizeImports"]));
  const isFix = whole.actions.map(({ kind }) => kind.startsWith("quickfix"));
  expect(isFix.lastIndexOf(true)).toBeLessThan(isFix.indexOf(false));
  expect(new Set(whole.actions.map(({ id }) => id)).size).toBe(whole.actions.length);
  expect(whole.actions.every(({ id }) => /^[a-z]{6}$/.test(id))).toBe(true);
  expect(await listActions(kit.context, { path: "a.ts", symbol: undefined })).toEqual(whole);

  const organise = await kit.idOf({ path: "a.ts" }, /^Organize Imports$/);
  const organised = await kit.plan({ path: "a.ts", id: organise });
  expect(organised.texts).toEqual({
    "a.ts": typescriptFiles["a.ts"].replace("{ zeta, alpha }", "{ alpha }"),
  });
  expect(organised.done).toBe("applied `Organize Imports` to a.ts");

  const fix = await kit.idOf({ path: "a.ts", symbol: "area" }, /^Update import from/);
  const fixed = await kit.plan({ path: "a.ts", symbol: "area", id: fix });
  expect(fixed.texts["a.ts"]).toMatch(/^import \{[^}]*\bhelper\b[^}]*\} from "\.\/b";\r\n\r\n/);
  expect(fixed.texts["a.ts"]?.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(fixed.names).toEqual(["area"]);

  await expect(kit.plan({ path: "a.ts", id: fix.replaceAll(/./g, "b") })).rejects.toMatchObject({
    code: "no_action",
    message: expect.stringContaining("Organize Imports"),
  });
  await expect(kit.plan({ path: "a.ts", id: organise, expect: "export const product" })).rejects.toMatchObject({
    code: "stale",
  });

  const draft = openDraft(kit.context);
  const file = await draft.read("a.ts");
  draft.replace(file, [{ start: 0, end: 0, text: "// new\n" }]);
  const edit = { action: "actions" as const, path: "a.ts", symbol: undefined, expect: undefined, id: organise };
  await expect(planAction(kit.context, draft, edit)).rejects.toMatchObject({ code: "edited_before" });

  kit.write({ "a.ts": `${typescriptFiles["a.ts"]}// more\n` });
  await expect(kit.plan({ path: "a.ts", id: organise })).rejects.toMatchObject({ code: "no_action" });
});

test("vtsls extracts, moves and fixes; what does not fit is counted", async () => {
  const kit = await openEditKit(
    { ...typescriptFiles, "package.json": '{"devDependencies":{"typescript":"5.9.3"}}' },
    { servers: ["vtsls"] },
  );
  const area = { path: "a.ts", symbol: "area" };
  const { actions, notes } = await listActions(kit.context, area);
  expect(actions.filter(({ disabled }) => disabled !== undefined)).toEqual([]);
  expect(notes).toEqual([expect.stringMatching(/^\d+ more do not fit here/)]);
  const idOf = (title: string): string => actions.find((each) => each.title === title)?.id ?? `no ${title}`;

  const extracted = await kit.plan({ ...area, id: idOf("Extract to function in module scope") });
  expect(extracted.texts["a.ts"]).toMatch(/return newFunction\(w, h\);\r\n\}\r\n\r\nfunction newFunction\(/);
  expect(extracted.texts["a.ts"]?.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
  expect(extracted.notes.filter((note) => note.includes("command"))).toEqual([]);

  const moved = await kit.plan({ ...area, id: idOf("Move to a new file") });
  expect(Object.keys(moved.texts).toSorted()).toEqual(["a.ts", "area.ts"]);
  expect(moved.texts["area.ts"]).toContain("export function area(");

  const fixed = await kit.plan({ ...area, id: idOf('Update import from "./b"') });
  expect(fixed.texts["a.ts"]).toMatch(/^import \{.*helper.*\}/);

  const sum = { path: "a.ts", symbol: "sum" };
  const converted = await kit.plan({ ...sum, id: await kit.idOf(sum, /^Convert named export to default export$/) });
  expect(converted.texts["a.ts"]).toContain("\r\nexport default alpha;\r\n");

  const organised = await kit.plan({ path: "a.ts", id: await kit.idOf({ path: "a.ts" }, /^Organize Imports$/) });
  expect(organised.texts["a.ts"]).toMatch(/^import \{ alpha \} from/);
});

test("a server without code actions, and a file without a server, are said", async () => {
  const kit = await openEditKit({ "a.html": "<p>a</p>\n", "b.ts": "let a = 1;\n" }, { servers: ["html"] });
  await expect(listActions(kit.context, { path: "a.html", symbol: undefined })).rejects.toMatchObject({
    code: "no_actions",
  });
  await expect(listActions(kit.context, { path: "b.ts", symbol: undefined })).rejects.toMatchObject({
    code: "no_server",
  });
});
