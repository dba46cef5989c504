import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProcessRunner } from "toolwright/process";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { type Check, showFinding, summarize } from "./check.ts";
import { git, node, ripgrep, sandbox, shell, temporary } from "./machine-checks.ts";
import { languageServers, project, settings, state, watching } from "./project-checks.ts";
import { runCheck } from "./examine.ts";

let root = "";
const processes = createProcessRunner();

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "outrider-doctor-test-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
});

function examineWith(check: Check, { signal = new AbortController().signal, without = false } = {}) {
  const env = { PATH: process.env["PATH"], XDG_CONFIG_HOME: join(root, "config"), APPDATA: join(root, "config") };
  const context = { cwd: root, env, packageRoot: "", version: "1" };
  return runCheck(check, { context, root: without ? undefined : root, processes }, signal);
}

test("what this machine has is well", async () => {
  for (const check of [
    node,
    temporary,
    ripgrep,
    shell,
    sandbox,
    git,
    project,
    state,
    settings,
    languageServers,
    watching,
  ]) {
    const findings = await examineWith(check);
    expect(findings.length).toBeGreaterThan(0);
    for (const finding of findings) expect(finding).toMatchObject({ level: expect.stringMatching(/^(ok|info)$/) });
  }
});

test("without a project there is a warning, and nothing else fails", async () => {
  expect(await examineWith(project, { without: true })).toMatchObject([{ level: "warning", next: expect.any(String) }]);
  expect(await examineWith(state, { without: true })).toMatchObject([{ level: "info" }]);
  expect(await examineWith(settings, { without: true })).toHaveLength(1);
});

test("a check that never answers is a problem once its time is over", async () => {
  const hanging: Check = { what: "hanging", limitMs: 50, run: () => new Promise(() => {}) };
  expect(await examineWith(hanging)).toEqual([
    { what: "hanging", level: "problem", detail: "no answer within 0.05 s" },
  ]);
});

test("a process that never ends goes with its check", async () => {
  const waiting: Check = {
    what: "waiting",
    limitMs: 300,
    async run({ scope }) {
      await scope.exec(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
      return { level: "ok", detail: "" };
    },
  };
  expect(await examineWith(waiting)).toMatchObject([{ level: "problem", detail: "no answer within 0.3 s" }]);
});

test("a check that throws is a problem in its own words", async () => {
  const throwing: Check = { what: "throwing", run: () => Promise.reject(new Error("It is broken.")) };
  expect(await examineWith(throwing)).toEqual([{ what: "throwing", level: "problem", detail: "It is broken." }]);
});

test("an interrupt ends the examination", async () => {
  const abort = new AbortController();
  const hanging: Check = { what: "hanging", run: () => new Promise(() => setImmediate(() => abort.abort())) };
  await expect(examineWith(hanging, { signal: abort.signal })).rejects.toThrow("aborted");
});

test("settings with problems are told with the file to correct", async () => {
  mkdirSync(join(root, ".outrider"));
  writeFileSync(join(root, ".outrider", "project.toml"), "[securty]\n");
  mkdirSync(join(root, "config", "outrider"), { recursive: true });
  writeFileSync(join(root, "config", "outrider", "config.toml"), "not toml");
  expect(await examineWith(settings)).toMatchObject([
    { what: "user settings", level: "problem", next: expect.stringContaining("config.toml") },
    { what: "project settings", level: "problem", next: expect.stringContaining("project.toml") },
  ]);
});

test("a server that the settings name in vain is told, and so is one that nobody knows", async () => {
  const file = join(root, "config", "outrider", "config.toml");
  mkdirSync(join(root, "config", "outrider"), { recursive: true });
  writeFileSync(file, '[servers.use.gopls]\ncommand = "gopls-that-is-not-there"\n');
  expect(await examineWith(languageServers)).toMatchObject([
    {
      level: "warning",
      detail: expect.stringContaining("gopls-that-is-not-there"),
      next: expect.stringContaining(file),
    },
  ]);
  writeFileSync(file, '[servers]\noff = ["goplz"]\n');
  expect(await examineWith(languageServers)).toMatchObject([
    { level: "warning", detail: expect.stringContaining("goplz") },
  ]);
  writeFileSync(file, "[servers]\nenabled = false\n");
  expect(await examineWith(languageServers)).toMatchObject([{ level: "info" }]);
});

test("a state directory that is ours, one that git would take, and one that leads away", async () => {
  const folder = join(root, ".outrider");
  mkdirSync(folder);
  expect(await examineWith(state)).toMatchObject([{ level: "warning", detail: expect.stringContaining("git") }]);
  writeFileSync(join(folder, ".gitignore"), "*\n!/project.toml\n");
  expect(await examineWith(state)).toMatchObject([{ level: "ok", detail: folder }]);
  rmSync(folder, { recursive: true });
  symlinkSync(tmpdir(), folder);
  expect(await examineWith(state)).toMatchObject([{ level: "problem", detail: expect.stringContaining("link") }]);
});

test.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a project that cannot be written is told",
  async () => {
    chmodSync(root, 0o500);
    expect(await examineWith(state)).toMatchObject([
      { level: "problem", next: expect.stringContaining("--state-dir") },
    ]);
  },
);

test("a finding on a terminal of 60 columns", () => {
  const finding = {
    what: "ripgrep",
    level: "problem",
    detail: "it cannot be run on this system at all",
    next: "Install it again, with its optional packages.",
  } as const;
  const text = showFinding(finding, 60)
    .map((piece) => (typeof piece === "string" ? piece : piece.text))
    .join("");
  expect(text).toMatchInlineSnapshot(`
    "problem  ripgrep           it cannot be run on this system
                               at all
                               → Install it again, with its
                                 optional packages."
  `);
  expect(summarize([finding, { ...finding, level: "warning" }])).toBe("1 problem, 1 warning.");
  expect(summarize([{ ...finding, level: "ok" }])).toBe("Outrider works here.");
});

test.skipIf(process.platform === "win32")("state that cannot be kept is a warning with the way out", async () => {
  vi.stubEnv("XDG_STATE_HOME", "/dev/null/state");
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(await examineWith(state)).toMatchObject([
    { level: "warning", detail: expect.stringMatching(/^State is not kept.*XDG_STATE_HOME.*--state-dir/) },
  ]);
});
