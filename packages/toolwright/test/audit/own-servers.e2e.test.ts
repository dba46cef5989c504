import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditServer } from "../../src/audit/audit-server.ts";
import { proofSize } from "../proof-size.ts";

const repository = join(import.meta.dirname, "..", "..", "..", "..");
const tools = join(repository, "examples", "first-tools", "tools", "index.ts");
const bundles = mkdtempSync(join(tmpdir(), "own-servers-"));

/** What depends on how busy the machine is. */
const timed = ["R501", "R504", "R507", "R508"];

/** Servers of TypeScript, and what starts those that only export one. */
const bundled = {
  "own-server": 'import "./examples/own-server/server.ts";',
  notes: 'import { serveOneClient } from "./examples/api/serve.ts"; await serveOneClient();',
  conformance: 'import "./conformance/fixture/stdio.ts";',
};

beforeAll(async () => {
  for (const [name, contents] of Object.entries(bundled)) {
    await build({
      stdin: { contents, resolveDir: repository, loader: "ts" },
      outfile: join(bundles, `${name}.mjs`),
      bundle: true,
      conditions: ["toolwright-source"],
      loader: { ".md": "text" },
      platform: "node",
      format: "esm",
      target: "node20.19",
      logLevel: "error",
    });
  }
});
afterAll(() => rmSync(bundles, { recursive: true, force: true }));

interface OwnServer {
  readonly name: string;
  readonly args: readonly string[];
  /** Warnings that docs/auditing.md explains. */
  readonly answered: readonly string[];
  /** How often it is audited again. */
  readonly again: number;
}

test.each<OwnServer>([
  {
    name: "Outrider",
    args: [join(repository, "packages/outrider/bin/outrider.js"), "serve"],
    answered: [],
    again: proofSize(2, 0),
  },
  {
    name: "the example tools",
    args: [join(repository, "packages/toolwright/bin/toolwright.js"), "serve", "--from", tools],
    answered: [],
    again: proofSize(2, 0),
  },
  { name: "the server of one's own", args: [join(bundles, "own-server.mjs")], answered: [], again: proofSize(2, 1) },
  {
    name: "the server of the API's examples",
    args: [join(bundles, "notes.mjs")],
    answered: [],
    again: proofSize(2, 0),
  },
  {
    name: "the conformance fixture",
    args: [join(bundles, "conformance.mjs")],
    answered: ["S302"],
    again: proofSize(2, 0),
  },
])("$name: an audit finds no error, and each time the same", async ({ args, answered, again }) => {
  const server = { command: process.execPath, args, noSandbox: true };
  const first = await auditServer({ server, skip: timed });
  const rules = (severity: string): readonly string[] =>
    first.findings.filter((finding) => finding.severity === severity).map(({ rule }) => rule);
  expect(rules("error")).toEqual([]);
  expect(first.score).not.toBeNull();
  expect(rules("warning").filter((rule) => !answered.includes(rule))).toEqual([]);
  expect(first.touched).toEqual([]);
  const known = first.findings.map(({ fingerprint, severity }) => `${severity} ${fingerprint}`);
  for (let run = 0; run < again; run += 1) {
    const { findings } = await auditServer({ server, skip: timed });
    expect(findings.map(({ fingerprint, severity }) => `${severity} ${fingerprint}`)).toEqual(known);
  }
});

test("each warning that is left is answered in docs/auditing.md", () => {
  const page = readFileSync(join(repository, "docs", "auditing.md"), "utf8");
  const [, answers = ""] = page.split("## Our own servers");
  expect(answers).toContain("| S302 of the conformance fixture |");
});
