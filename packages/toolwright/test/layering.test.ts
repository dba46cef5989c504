import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const repository = join(import.meta.dirname, "..", "..", "..");

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
  "lsp/wire/imports-server.ts": 'import type { Place } from "../server/language-server.ts";\nexport type Used = Place;',
  "lsp/server/imports-the-pool.ts":
    'import { openServerPool } from "../pool/open-server-pool.ts";\nexport const used = openServerPool;',
  "lsp/pool/imports-exact.ts": 'import type { Knowledge } from "../exact/knowledge.ts";\nexport type Used = Knowledge;',
  "syntax/imports-lsp.ts":
    'import type { ServerPool } from "../lsp/pool/server-pool.ts";\nexport type Used = ServerPool;',
  "search/imports-lsp.ts":
    'import type { ServerPool } from "../lsp/pool/server-pool.ts";\nexport type Used = ServerPool;',
  "syntax/imports-search.ts":
    'import type { Embedder } from "../search/embedders/embedder.ts";\nexport type Used = Embedder;',
  "memory/imports-usage.ts": 'import { readUsage } from "../usage/read-usage.ts";\nexport const used = readUsage;',
  "shell/jobs/starts-processes.ts": 'import { spawn } from "node:child_process";\nexport const used = spawn;',
  "sqlite/imports-workspace.ts":
    'import { isInside } from "../workspace/paths/inside.ts";\nexport const used = isInside;',
  "syntax/constructs.ts": 'import { openOutrider } from "../open-outrider.ts";\nexport const used = openOutrider;',
  "tools/grep/imports-a-tool.ts": 'import { input } from "../tree/schema.ts";\nexport const used = input;',
  "tools/grep/imports-cli.ts": 'import type { Place } from "../../cli/place.ts";\nexport type Used = Place;',
};

test("every planted violation of the layering is caught, and a clean file is not", () => {
  const copy = mkdtempSync(join(tmpdir(), "layering-"));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const file of [".oxlintrc.json", "tsconfig.json"]) cpSync(join(repository, file), join(copy, file));
  symlinkSync(join(repository, "node_modules"), join(copy, "node_modules"), "junction");
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
  plant(join(copy, "packages", "toolwright", "src"), { ...planted, ...clean });
  plant(join(copy, "packages", "outrider", "src"), { ...plantedInOutrider, ...cleanInOutrider });
  const expected = [...Object.keys(planted), ...Object.keys(plantedInOutrider)];
  expect(filesWithErrors(copy).toSorted()).toEqual(expected.toSorted());
});

function plant(source: string, files: Readonly<Record<string, string>>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(source, file)), { recursive: true });
    writeFileSync(join(source, file), `${text}\n`);
  }
}

function filesWithErrors(folder: string): string[] {
  const oxlint = join(repository, "node_modules", "oxlint", "bin", "oxlint");
  const files = new Set<string>();
  try {
    execFileSync(process.execPath, [oxlint, "--format", "unix", "packages"], { cwd: folder, encoding: "utf8" });
  } catch (error) {
    const printed = error instanceof Error && "stdout" in error ? String(error.stdout) : "";
    for (const [, file] of printed.matchAll(/src\/([\w/-]+\.ts):\d+:\d+:.*(?:restricted|no-cycle)/g))
      files.add(file ?? "");
  }
  return [...files];
}
