import { expect, test } from "vitest";
import { runsLater } from "../workspace/paths/ask-to-write-rules.ts";
import { createAskToWrite } from "../workspace/paths/ask-to-write.ts";
import { heldNames, isKeptName, keptBelow } from "./kept-names.ts";

test("hooks and settings of agents and editors are kept from commands, by the table of files that run later", () => {
  const kept = [
    ...heldNames,
    ".vs",
    ".run",
    ".kiro",
    ".claude.json",
    "opencode.json",
    "My.code-workspace",
    "lefthook.yml",
    ".pre-commit-config.yaml",
    ".Aider.conf.yml",
  ];
  expect(kept.filter((name) => name !== ".outrider" && !isKeptName(name))).toEqual([]);
  expect(keptBelow).toEqual([".github/hooks"]);
});

test("what builds, git and package managers write all day is not kept from them", () => {
  const free = [
    ".github",
    ".gitattributes",
    ".gitmodules",
    ".gitignore",
    ".gitlab-ci.yml",
    ".npmrc",
    ".yarnrc.yml",
    ".venv",
    ".direnv",
    ".tool-versions",
    "AGENTS.md",
    "CLAUDE.md",
    "Jenkinsfile",
    "Makefile",
    "mise.toml",
    "node_modules",
    "package.json",
    "pyvenv.cfg",
    "rust-toolchain.toml",
    "src",
  ];
  expect(free.filter((name) => isKeptName(name))).toEqual([]);
});

test("what is held is asked about when a tool writes it, and a plain listing of the project does not show it", () => {
  const ask = createAskToWrite({}, "/project");
  const names = runsLater.flatMap((row) => (row.inSandbox === "held" ? row.names : []));
  const unasked = names.filter((name) => ask.reasonFor(`/project/${name}x`.replace(/(?<!\/)x$/, "")) === undefined);
  expect(unasked).toEqual([]);
  expect(heldNames.filter((name) => !/^\.[^/*]+$/.test(name))).toEqual([]);
});
