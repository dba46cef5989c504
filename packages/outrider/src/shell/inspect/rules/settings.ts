import { hasOption, hasWord, type Invocation, operands, subcommand, surelyHasOption } from "../invocation.ts";
import { mayWriteTo } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { textOf, textsOf } from "../word.ts";

const userWide = "changes settings or programs of the user, for all projects";
const packageManagers = ["npm", "pnpm", "yarn", "bun"];

/** What holds beyond the project: settings of tools, programs that are installed for the user, and servers of the machine. */
export const settingRules: readonly Rule[] = [
  {
    programs: packageManagers,
    reason: userWide,
    when: (manager) =>
      changesManager(manager) ||
      surelyHasOption(manager, "-g", "--global") ||
      optionValues(manager, "--location").some((word) => textOf(word) !== "project"),
  },
  {
    programs: packageManagers,
    reason: "gives the package manager another shell, program or place for its files",
    when: (manager) =>
      optionsBefore(manager).some((word) =>
        textsOf(word).some((text) =>
          /^--(?:script-shell|shell|editor|viewer|browser|git|node-options|userconfig|globalconfig|init-module|logs-dir|cache-folder|global-folder|modules-folder|link-folder|use-yarnrc)(?:=|$)/.test(
            text,
          ),
        ),
      ) ||
      optionValues(manager, "--cache", "--store-dir", "--modules-dir", "--virtual-store-dir").some(
        (word) => !mayWriteTo(word, manager.places),
      ),
  },
  {
    programs: ["go"],
    reason: userWide,
    when: (go) =>
      (subcommand(go) === "env" && surelyHasOption(go, "-w", "-u")) ||
      ["install", "telemetry", "bug"].includes(subcommand(go)),
  },
  {
    programs: ["go"],
    reason: "lets go run other programs",
    when: (go) =>
      go.args.some((word) =>
        textsOf(word).some((text) => /^--?(?:toolexec|exec|vettool|overlay|modfile|ldflags=.*-extld)\b/.test(text)),
      ),
  },
  {
    programs: ["pip", "pip3", "pip3.*", "python", "python3", "python3.*"],
    reason: userWide,
    when: (pip) =>
      (isPip(pip) && hasWord(pip, "config") && !hasWord(pip, "list", "get", "debug")) ||
      (isPip(pip) && surelyHasOption(pip, "--user", "--break-system-packages", "--python")),
  },
  {
    programs: ["cargo"],
    reason: userWide,
    when: (cargo) =>
      operands(cargo)
        .slice(0, 2)
        .some((word) => ["install", "uninstall", "login", "logout"].includes(textOf(word) ?? "")),
  },
  {
    programs: ["cargo"],
    reason: "gives cargo settings that are not in its files",
    when: (cargo) =>
      optionValues(cargo, "--config").length > 0 ||
      cargo.args.some((word) => textsOf(word).some((text) => text.startsWith("-Z"))),
  },
  {
    programs: ["cargo"],
    reason: "writes outside of the working directory",
    when: (cargo) =>
      operands(cargo).some(
        (word, at) =>
          ["new", "init", "vendor"].includes(textOf(word) ?? "") &&
          operands(cargo)
            .slice(at + 1)
            .some((value) => !mayWriteTo(value, cargo.places)),
      ),
  },
  {
    programs: ["gem"],
    reason: userWide,
    when: (gem) =>
      !["list", "search", "which", "environment", "help", "contents", "specification", "dependency", ""].includes(
        subcommand(gem),
      ),
  },
  {
    programs: [
      "composer",
      "bundle",
      "uv",
      "poetry",
      "pdm",
      "deno",
      "dotnet",
      "dart",
      "flutter",
      "opam",
      "cabal",
      "stack",
      "nuget",
    ],
    reason: userWide,
    when: changesTool,
  },
];

function changesManager(manager: Invocation): boolean {
  const [first = "", second = ""] = operands(manager).map((word) => textOf(word) ?? "?");
  if (manager.program === "yarn" && first === "global") return true;
  if (["link", "ln", "setup", "edit", "explore"].includes(first))
    return manager.program !== "yarn" || first !== "setup";
  if (first === "set") return manager.program !== "yarn" || second !== "version";
  if (!["config", "c"].includes(first) || ["get", "list", "ls", "", "g", "l"].includes(second)) return false;
  return !optionValues(manager, "--location").some((word) => textOf(word) === "project");
}

/** Options of the manager itself: behind `--` and the name of a script they are for others. */
function optionsBefore({ args }: Invocation): Invocation["args"] {
  const dashes = args.findIndex((word) => textOf(word) === "--");
  return dashes === -1 ? args : args.slice(0, dashes);
}

function isPip({ program, args }: Invocation): boolean {
  return (
    program.startsWith("pip") ||
    args.some((word, at) => textOf(word) === "-m" && textOf(args[at + 1] ?? word) === "pip")
  );
}

function changesTool(tool: Invocation): boolean {
  const [first = "", second = ""] = operands(tool).map((word) => textOf(word) ?? "?");
  if (first === "config")
    return (
      !hasOption(tool, "--list", "--local") &&
      (tool.program !== "bundle" || hasOption(tool, "--global") || second === "set")
    );
  return (
    first === "global" ||
    (first === "tool" && ["install", "uninstall", "update-shell"].includes(second)) ||
    (tool.program === "deno" && first === "install" && hasOption(tool, "-g", "--global")) ||
    first === "self" ||
    (first === "pub" && second === "global") ||
    hasOption(tool, "--global")
  );
}
