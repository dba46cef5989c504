import { expect, test } from "vitest";
import * as z from "zod";
import misbehaviors from "../src/tools/guide/topics/tool-misbehaviors.md" with { type: "text" };
import { tools } from "../src/tools/index.ts";
import { openKit } from "./support/outrider-kit.ts";

/** Each entry of the page with a call that shows it. Who mends one finds a test that fails, and takes the entry off the page. */
const entries: readonly (readonly [beginning: string, show: () => Promise<void>])[] = [
  [
    "`symbols` by name does not look into files over 1 MiB",
    async () => {
      const kit = await openKit({ "huge.ts": `export const big = "${"x".repeat(1_200_000)}";\n`, "a.ts": "1;\n" });
      const byName = await kit.read("symbols", { name: "big" });
      expect(byName).toMatch(/^No symbol fits "big"/);
      expect(byName).not.toContain("huge.ts");
      expect(await kit.read("symbols", { path: "huge.ts" })).toContain("export const big");
    },
  ],
  [
    "`references` of a function that is declared twice",
    async () => {
      const text = await (await openKit({ "c.c": twice })).read("references", { symbol: "open_it" });
      expect(text).toContain("open_it[0] (c.c:2)");
      expect(text).toContain("Also declared: c.c:4.");
    },
  ],
  [
    "`call_graph` does not follow a function that is passed on",
    async () => {
      const kit = await openKit({ "a.py": "def go(x):\n    pass\n\nfor f in [go]:\n    f(1)\n" });
      const text = await kit.read("call_graph", { symbol: "go" });
      expect(text).toContain("No callers of go");
      expect(text).toContain("Used without a call, so that others may call it: 1 place.");
      expect(Object.keys(fieldsOf("call_graph")).filter((name) => /bound|static|compile/.test(name))).toEqual([]);
    },
  ],
  [
    "Without a language server the line that says so",
    async () => {
      const kit = await openKit({ "a.ts": "export function a() {}\na();\n" });
      for (const tool of ["references", "call_graph"])
        expect(await kit.read(tool, { symbol: "a" }), tool).toContain("No language server: ");
    },
  ],
  [
    "`grep` finds letters beyond ASCII",
    async () => {
      const kit = await openKit({
        "latin.txt": Uint8Array.of(0x67, 0x72, 0xf6, 0xdf, 0x65, 0x0a),
        "utf.txt": "größe\n",
      });
      const text = await kit.read("grep", { pattern: "größe" });
      expect(text).toContain("utf.txt");
      expect(text).not.toContain("latin.txt");
      expect(text).toContain(String.raw`(?-u:\xf6)`);
    },
  ],
  [
    "`run_command` gives a command an empty input",
    async () => {
      const kit = await openKit();
      const input = { command: 'read answer; echo "answered:$answer:"' };
      expect(await kit.read("run_command", input, { approve: true })).toContain("answered::");
    },
  ],
  [
    "`diagnostics` without a git repository",
    async () => {
      expect(await (await openKit({ "a.ts": "1;\n" })).read("diagnostics", {})).toMatch(
        /^What has changed is not known/,
      );
    },
  ],
  // Of another process: `seeds.e2e.test.ts`.
  ['`edit_code` with `action: "undo"`', async () => expect(fieldsOf("edit_code")).toHaveProperty("id")],
];

const twice =
  "#ifdef WIN\nint open_it(void) { return 1; }\n#else\nint open_it(void) { return 2; }\n#endif\nint main(void) { return open_it(); }\n";

test("each known problem has a call that shows it", () => {
  const told = misbehaviors.split(/\n(?=- )/).slice(1);
  expect(told).toHaveLength(entries.length);
  for (const [at, [beginning]] of entries.entries())
    expect(told[at]?.replaceAll(/\s+/g, " ").startsWith(`- ${beginning}`), beginning).toBe(true);
});

test.each(entries)("%s: still so", async (_beginning, show) => {
  expect.hasAssertions();
  await show();
});

function fieldsOf(name: string): object {
  const tool = tools.find((each) => each.name === name);
  return z.object({ properties: z.looseObject({}) }).parse(tool?.inputJsonSchema).properties;
}
