import { hasOption, type Invocation, operands, surelyHasOption } from "../invocation.ts";
import { mayWriteTo } from "../judge-target.ts";
import { leadingOptions, optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { textOf, textsOf } from "../word.ts";

/** Options of known programs that write elsewhere, run other programs, or reach other processes, servers and machines. */
export const reachingOptionRules: readonly Rule[] = [
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

function untilProgram(invocation: Invocation): Pick<Invocation, "args"> {
  return leadingOptions(invocation, /^-[oesucnfE]$/);
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
