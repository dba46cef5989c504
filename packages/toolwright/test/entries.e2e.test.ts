import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");

test("the kernel's entry loads no Node module and no tokenizer", () => {
  const { files, packages } = staticImports(join(root, "dist", "index.js"));
  expect(packages).toEqual(new Set(["zod"]));
  expect([...files].filter((file) => file.includes("o200k"))).toEqual([]);
  const bytes = [...files].reduce((sum, file) => sum + readFileSync(file).length, 0);
  expect(bytes).toBeLessThan(100_000);
});

test("the MCP entry loads neither the client side nor the tokenizer nor a JSON Schema validator at its start", () => {
  const { files, packages } = staticImports(join(root, "dist", "mcp", "index.js"));
  const text = [...files].map((file) => readFileSync(file, "utf8")).join("\n");
  expect([...packages].filter((name) => !name.startsWith("node:")).toSorted()).toEqual(["zod", "zod/v4"]);
  expect([...files].filter((file) => file.includes("o200k"))).toEqual([]);
  expect(text).not.toContain("class StreamableHTTPClientTransport");
  expect(text).not.toContain("ajv");
  expect(text.length).toBeLessThan(700_000);
});

test("the agent's entry loads no Node module, no tokenizer and no client of a provider", () => {
  const { files, packages } = staticImports(join(root, "dist", "agent", "index.js"));
  expect([...packages].filter((name) => name !== "zod")).toEqual([]);
  expect([...files].filter((file) => file.includes("o200k"))).toEqual([]);
});

test.each(["thread-postgres", "local-model", "telemetry"])(
  "the entry %s loads no client, no model and no SDK",
  (entry) => {
    const { packages } = staticImports(join(root, "dist", entry, "index.js"));
    expect([...packages].filter((name) => name !== "zod")).toEqual([]);
  },
);

test("types of the MCP entry name no package that its users do not have", () => {
  const files = new Set([join(root, "dist", "mcp", "index.d.ts")]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/(?:from |import\()"([^"]+)"/g)) {
      if (specifier.startsWith(".")) files.add(join(dirname(file), specifier.replace(/\.[jt]s$/, ".d.ts")));
      else packages.add(specifier);
    }
  }
  expect([...packages].filter((name) => !name.startsWith("node:")).toSorted()).toEqual([
    "@standard-schema/spec",
    "zod",
  ]);
});

test("every entry of the package is built, with its types", () => {
  const { exports }: { exports: Record<string, Record<string, string>> } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const missing = Object.values(exports)
    .flatMap((targets) => Object.values(targets))
    .filter((target) => !existsSync(join(root, target)));
  expect(missing).toEqual([]);
});

/** Everything that is loaded with a module before any of its code runs. */
function staticImports(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set([entry]);
  const packages = new Set<string>();
  for (const file of files) {
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(
      /^(?:import|export)\b[^"'();]*["']([^"']+)["']/gm,
    )) {
      if (specifier.startsWith(".")) files.add(join(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files, packages };
}
