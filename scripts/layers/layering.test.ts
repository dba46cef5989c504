import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { layeredPackages } from "../../layers.ts";
import { deepest } from "./lint-config.ts";
import { mayImport, type Row, rows } from "./rows.ts";

const repository = join(import.meta.dirname, "..", "..");

/** What each folder must not do, planted as a file that does it. */
const planted = {
  "tool/imports-call.ts": 'import { performCall } from "../call/perform-call.ts";\nexport const used = performCall;',
  "tool/imports-node.ts": 'import { readFileSync } from "node:fs";\nexport const used = readFileSync;',
  "output/imports-access.ts": 'import { policyFrom } from "../access/policy.ts";\nexport const used = policyFrom;',
  "access/imports-output.ts": 'import { boundText } from "../output/bound.ts";\nexport const used = boundText;',
  "call/imports-process.ts":
    'import { createProcessRunner } from "../process/index.ts";\nexport const used = createProcessRunner;',
  "call/imports-node-lazily.ts": 'export const used = () => import("node:fs");',
  "call/imports-itself-by-name.ts": 'import { defineTool } from "toolwright";\nexport const used = defineTool;',
  "spill/starts-processes.ts": 'import { spawn } from "node:child_process";\nexport const used = spawn;',
  "process/imports-call.ts": 'import type { Outcome } from "../call/outcome.ts";\nexport type Used = Outcome;',
  "testing/imports-cli.ts": 'import { runCli } from "../cli/index.ts";\nexport const used = runCli;',
  "cli/starts-processes.ts": 'import { spawn } from "node:child_process";\nexport const used = spawn;',
  "cli/speaks-mcp.ts": 'import { Server } from "@modelcontextprotocol/server";\nexport const used = Server;',
  "cli/imports-mcp.ts": 'import { serveStdio } from "../mcp/index.ts";\nexport const used = serveStdio;',
  "mcp/imports-cli.ts": 'import { runCli } from "../cli/index.ts";\nexport const used = runCli;',
  "mcp/http/imports-testing.ts": 'import { harness } from "../../testing/index.ts";\nexport const used = harness;',
  "mcp/starts-processes.ts": 'import { spawn } from "node:child_process";\nexport const used = spawn;',
  "program/speaks-mcp.ts": 'import { Server } from "@modelcontextprotocol/server";\nexport const used = Server;',
  "resources/imports-call.ts": 'import { createKernel } from "../call/kernel.ts";\nexport const used = createKernel;',
  "probe/imports-node.ts": 'import { readFileSync } from "node:fs";\nexport const used = readFileSync;',
  "call/cycle-a.ts": 'import type { B } from "./cycle-b.ts";\nexport interface A { readonly b: B }',
  "call/cycle-b.ts": 'import type { A } from "./cycle-a.ts";\nexport interface B { readonly a: A }',
};

const plantedInOutrider = {
  "workspace/paths/imports-shell.ts": 'import type { Shell } from "../../shell/shell.ts";\nexport type Used = Shell;',
  "workspace/speaks-mcp.ts": 'import { Server } from "@modelcontextprotocol/server";\nexport const used = Server;',
  "documents/data/imports-edits.ts":
    'import { applyEdits } from "../../edits/apply-edits.ts";\nexport const used = applyEdits;',
  "ecosystems/go/imports-libraries.ts":
    'import type { KnownLibrary } from "../../libraries/library-finder.ts";\nexport type Used = KnownLibrary;',
  "languages/imports-ecosystems.ts":
    'import { ecosystems } from "../ecosystems/index.ts";\nexport const used = ecosystems;',
  "code-edits/imports-shell.ts": 'import type { Shell } from "../shell/shell.ts";\nexport type Used = Shell;',
  "lsp/imports-code-edits.ts": 'import type { Draft } from "../code-edits/draft.ts";\nexport type Used = Draft;',
  "edits/imports-tools.ts":
    'import { projectField } from "../tools/project-field.ts";\nexport const used = projectField;',
  "lsp/wire/imports-server.ts":
    'import type { Location } from "../server/language-server.ts";\nexport type Used = Location;',
  "lsp/server/imports-the-pool.ts":
    'import { openServerPool } from "../pool/open-server-pool.ts";\nexport const used = openServerPool;',
  "lsp/pool/imports-resolve.ts":
    'import type { Provenance } from "../resolve/provenance.ts";\nexport type Used = Provenance;',
  "syntax/imports-lsp.ts":
    'import type { ServerPool } from "../lsp/pool/server-pool.ts";\nexport type Used = ServerPool;',
  "search/imports-lsp.ts":
    'import type { ServerPool } from "../lsp/pool/server-pool.ts";\nexport type Used = ServerPool;',
  "syntax/imports-search.ts":
    'import type { Embedder } from "../search/embedders/embedder.ts";\nexport type Used = Embedder;',
  "memory/imports-usage.ts": 'import { readUsage } from "../usage/read-usage.ts";\nexport const used = readUsage;',
  "shell/jobs/starts-processes.ts": 'import { spawn } from "node:child_process";\nexport const used = spawn;',
  "usage/imports-workspace.ts":
    'import { isInside } from "../workspace/paths/inside.ts";\nexport const used = isInside;',
  "syntax/constructs.ts": 'import { openOutrider } from "../open-outrider.ts";\nexport const used = openOutrider;',
  "tools/grep/imports-a-tool.ts": 'import { input } from "../tree/schema.ts";\nexport const used = input;',
  "tools/grep/imports-cli.ts": 'import type { Place } from "../../cli/command-context.ts";\nexport type Used = Place;',
};

test("every planted violation of the layering is caught, and a clean file is not", () => {
  const clean = {
    "call/clean.ts": 'import type { Tool } from "../tool/tool.ts";\nexport type Used = Tool;',
    "mcp/clean.ts": 'import { Server } from "@modelcontextprotocol/server";\nexport const used = Server;',
  };
  const cleanInOutrider = {
    "workspace/files/clean.ts": 'import type { Located } from "../paths/located.ts";\nexport type Used = Located;',
    "libraries/clean.ts": 'import { ecosystems } from "../ecosystems/index.ts";\nexport const used = ecosystems;',
    "onboarding/clean.ts": 'import { detectors } from "../ecosystems/index.ts";\nexport const used = detectors;',
    "tools/grep/clean.ts": 'import type { Services } from "../../services.ts";\nexport type Used = Services;',
    "tools/grep/clean-too.ts": 'import { projectField } from "../project-field.ts";\nexport const used = projectField;',
  };
  const below = (source: string, files: object) =>
    Object.fromEntries(Object.entries(files).map(([file, text]) => [`packages/${source}/src/${file}`, text]));
  const faults = lint({
    ...below("toolwright", { ...planted, ...clean }),
    ...below("outrider", { ...plantedInOutrider, ...cleanInOutrider }),
  });
  const expected = Object.keys({ ...below("toolwright", planted), ...below("outrider", plantedInOutrider) });
  expect([...new Set(faults.map(({ file }) => file))].toSorted()).toEqual(expected.toSorted());
});

const sources = layeredPackages.map(({ name }) => name);

test.for(sources)("each folder of %s is refused each import it may not have, and no other, at any depth", (name) => {
  const files = new Map<string, readonly Attempt[]>();
  // The linter leaves out bench/, which has packages of its own.
  for (const row of rows.filter((one) => one.package.name === name && one.folder !== "bench"))
    for (const file of filesOf(row)) files.set(file, attemptsOf(row, file));
  const texts = [...files].map(([file, attempts]) => [file, attempts.map(({ line }) => line).join("\n")]);
  const faults = lint(Object.fromEntries(texts)).filter(({ rule }) => rule === "restricted");
  const found = faults.map(({ file, line }) => files.get(file)?.[line - 1]?.title ?? file);
  const expected = [...files.values()]
    .flatMap((all) => all.filter(({ allowed }) => !allowed))
    .map(({ title }) => title);
  expect(found.toSorted()).toEqual(expected.toSorted());
  expect(expected.length).toBeGreaterThan(files.size);
});

interface Attempt {
  readonly title: string;
  readonly line: string;
  readonly allowed: boolean;
}

/** A file at each depth of a row; for `tools/*` in one folder of many. */
function filesOf({ folder, package: { source } }: Row): readonly string[] {
  if (folder.endsWith(".ts")) return [posix.join(source, folder)];
  const within = posix.join(source, folder.replace("*", "one"));
  return Array.from({ length: deepest }, (_, depth) => `${within}/${"deeper/".repeat(depth)}planted.ts`);
}

/** Every row, each at another depth imported in another way, and the packages that have an owner. */
function attemptsOf(row: Row, from: string): readonly Attempt[] {
  const targets = rows
    .filter((one) => one.package === row.package)
    .map(({ folder, package: { source } }) => posix.join(source, folder.replace("*", "other")))
    .map((folder) => (folder.endsWith(".ts") ? folder : `${folder}/planted.ts`))
    .filter((file) => file !== from);
  const depth = from.split("/deeper").length;
  const ways = targets.map((to, index) => {
    const specifier = posix.relative(posix.dirname(from), to).replace(/^(?!\.)/, "./");
    const line = waysToImport(specifier).at((index + depth) % deepest) ?? "";
    return { line, allowed: mayImport(from, to) };
  });
  const owned = rows.flatMap((one) => (one.owns ?? []).map((name) => ({ name: name.replace("*", "any"), owner: one })));
  const packages = [
    ...owned.flatMap(({ name, owner }) => waysToImport(name).map((line) => ({ line, allowed: owner === row }))),
    { line: 'import "node:fs";', allowed: row.pure !== true },
    { line: 'import type { Stats } from "node:fs";', allowed: true },
  ].filter(({ line }) => !(row.pure === true && line.includes("child_process")));
  return [...ways, ...packages].map((attempt) => ({ ...attempt, title: `${from}: ${attempt.line}` }));
}

function waysToImport(specifier: string): readonly string[] {
  return [
    `import {} from "${specifier}";`,
    `import type { ${specifier.replaceAll(/\W/g, "_")} } from "${specifier}";`,
    `export * from "${specifier}";`,
    `void import("${specifier}");`,
  ];
}

interface Fault {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

/** Where the repository's own rules find a forbidden import or a cycle in files planted into an empty copy. */
function lint(files: Readonly<Record<string, string>>): readonly Fault[] {
  const copy = mkdtempSync(join(tmpdir(), "layering-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const file of [".oxlintrc.json", ".oxlintrc.layers.json", "tsconfig.json"])
    cpSync(join(repository, file), join(copy, file));
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"), "junction");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), `${text}\n`);
  }
  return faultsIn(copy);
}

function faultsIn(folder: string): readonly Fault[] {
  const oxlint = join(repository, "node_modules", "oxlint", "bin", "oxlint");
  try {
    execFileSync(process.execPath, [oxlint, "--format", "unix"], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 26 });
    return [];
  } catch (error) {
    const printed = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    const faults = printed.matchAll(/^(.+?):(\d+):\d+:.*(restricted|no-cycle)/gm);
    return [...faults].map(([, file = "", line, rule = ""]) => ({
      file: file.replaceAll("\\", "/"),
      line: Number(line),
      rule,
    }));
  }
}
