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
    programs: ["pip*", "python*"],
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
  {
    programs: ["yq", "prettier", "biome"],
    reason: "writes outside of the working directory, or to files that cannot be told",
    when: (tool) =>
      hasOption(tool, "-i", "--inplace", "-w", "--write") &&
      operands(tool)
        .slice(tool.program === "yq" ? 1 : 0)
        .some((word) => !mayWriteTo(word, tool.places)),
  },
  {
    programs: ["curl"],
    reason: "talks to a server of this machine, or reads more options",
    when: (curl) =>
      optionValues(curl, "--unix-socket", "--abstract-unix-socket", "-K", "--config", "--proxy-unix-socket").length >
        0 ||
      operands(curl).some((word) => textsOf(word).some((text) => /^(?!https?:|ftps?:)[a-z0-9]+:\/\//i.test(text))),
  },
  {
    programs: ["curl", "wget"],
    reason: "sends files to another machine",
    when: (client) =>
      optionValues(client, ...(client.program === "curl" ? ["-T", "--upload-file"] : ["--post-file", "--body-file"]))
        .length > 0 ||
      (client.program === "curl" &&
        optionValues(
          client,
          "-d",
          "--data",
          "--data-binary",
          "--data-ascii",
          "--data-urlencode",
          "-F",
          "--form",
          "--json",
        ).some((word) => textsOf(word).some((text) => /^(?:[^=]*=)?[@<]/.test(text)))),
  },
  {
    programs: ["wget"],
    reason: "lets wget run other programs or read more options",
    when: (wget) => optionValues(wget, "--use-askpass", "--config", "--input-metalink").length > 0,
  },
  {
    programs: ["nc", "ncat", "netcat"],
    reason: "opens a connection",
    when: (nc) => !surelyHasOption(nc, "-h", "--help", "--version"),
  },
  {
    programs: ["docker", "podman", "nerdctl", "docker-compose"],
    reason: "talks to another engine",
    when: (docker) =>
      optionValues(docker, "-H", "--host", "--url", "-c", "--context", "--connection").some(
        (word) => docker.args.indexOf(word) < 3,
      ),
  },
  { programs: ["setsid"], reason: "starts a process that goes on when the command has ended" },
  {
    programs: ["strace", "ltrace", "valgrind", "fakeroot", "xvfb-run", "dotenv"],
    reason: "an option of it writes files, runs programs or touches other processes",
    when: (tracer) =>
      optionValues(untilProgram(tracer), "-o", "--output").some((word) => !/^[\w./-]+$/.test(textOf(word) ?? " ")) ||
      untilProgram(tracer).args.some((word) =>
        textsOf(word).some(
          (text) =>
            /^-p|^--(?:attach|log-file|xml-file|log-socket|xtree-\S*|\w+-out-file|db-command|vgdb\S*|error-file|save|env-file|lib|faked)/.test(
              text,
            ) || /^-[slb]$/.test(text),
        ),
      ),
  },
  {
    programs: ["taskset", "chrt", "ionice"],
    reason: "changes a process that this script did not start",
    when: (wrapper) =>
      untilProgram(wrapper).args.some((word) =>
        textsOf(word).some((text) => /^-[a-zA-Z]*[pPu]|^--(?:pid|pgid|uid)/.test(text)),
      ),
  },
  {
    programs: ["flock", "mktemp", "history"],
    reason: "writes outside of the working directory, or to a file that cannot be told",
    when: (program) => madeBy(program).some((word) => !mayWriteTo(word, program.places)),
  },
  {
    programs: ["script"],
    reason: "runs what another command prints",
    when: (script) =>
      optionValues(script, "-c", "--command").length === 0 &&
      script.args.length > 0 &&
      !surelyHasOption(script, "--version", "--help"),
  },
  {
    programs: ["zip"],
    reason: "lets zip run another program",
    when: ({ args }) => args.some((word) => textsOf(word).some((text) => /^-TT|^--unzip-command/.test(text))),
  },
  {
    programs: ["zstd", "lz4", "7z", "7za", "brotli"],
    reason: "writes outside of the working directory",
    when: (packer) =>
      [...operands(packer), ...optionValues(packer, "-o", "--output-dir-flat", "--output-dir-mirror")].some(
        (word) => !mayWriteTo(word, packer.places),
      ) && !surelyHasOption(packer, "-c", "--stdout", "-l", "-t", "--list", "--test"),
  },
  {
    programs: ["journalctl", "dmesg", "ip", "ifconfig", "date", "hostname", "stty"],
    reason: "changes settings of the machine",
    when: changesMachine,
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

function untilProgram({ args }: Invocation): Pick<Invocation, "args"> {
  const values = /^-[oesucnfE]$/;
  let at = 0;
  while (
    at < args.length &&
    textsOf(
      args[at] ?? args[0] ?? { readings: [], unknown: false, mayBeOption: false, fromProcess: false, shown: "" },
    ).some((text) => text.startsWith("-"))
  ) {
    at += values.test(
      textOf(args[at] ?? { readings: [], unknown: true, mayBeOption: false, fromProcess: false, shown: "" }) ?? "",
    )
      ? 2
      : 1;
  }
  return { args: args.slice(0, at) };
}

function madeBy(program: Invocation): readonly Invocation["args"][number][] {
  if (program.program === "flock") return operands(program).slice(0, 1);
  if (program.program === "history") return hasOption(program, "-w", "-a", "-c", "-r", "-n") ? operands(program) : [];
  return [...operands(program), ...optionValues(program, "-p", "--tmpdir")];
}

function changesMachine({ program, args }: Invocation): boolean {
  const texts = args.flatMap(textsOf);
  if (program === "journalctl")
    return texts.some((text) =>
      /^--(?:vacuum|rotate|flush|sync|relinquish|setup-keys|cursor-file|update-catalog)/.test(text),
    );
  if (program === "dmesg") return texts.some((text) => /^-[a-zA-Z]*[cCDEn]|^--(?:clear|read-clear|console)/.test(text));
  if (program === "date") return texts.some((text) => /^-[a-z]*s|^--set|^\d{8}/.test(text));
  if (program === "hostname") return texts.some((text) => !text.startsWith("-") || /^-[Fb]/.test(text));
  if (program === "stty") return texts.some((text) => /^-[F]|^--file/.test(text));
  return texts.some((text) =>
    ["add", "del", "delete", "set", "up", "down", "change", "replace", "flush", "exec", "-batch", "-b"].includes(text),
  );
}
