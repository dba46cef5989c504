import { hasOption, hasWord, type Invocation, operands, subcommand } from "../invocation.ts";
import { judgeTarget, mayWriteTo } from "../judge-target.ts";
import { optionValues } from "../option-values.ts";
import { type Rule, commands } from "../rule.ts";
import { textOf, textsOf, unknownPart, type Word } from "../word.ts";

const engines = ["docker", "podman", "nerdctl"];

export const containerRules: readonly Rule[] = [
  commands(
    engines,
    [
      "system prune",
      "volume prune",
      "volume rm",
      "image prune",
      "container prune",
      "network prune",
      "builder prune",
      "rm",
      "rmi",
      "image rm",
      "container rm",
      "volume remove",
    ],
    "deletes containers, images or volumes",
  ),
  {
    programs: ["docker", "podman", "docker-compose"],
    reason: "deletes the volumes of the services",
    when: (docker) => hasWord(docker, "down") && hasOption(docker, "-v", "--volumes", "--rmi"),
  },
  {
    programs: engines,
    reason: "gives a container the whole machine",
    when: (docker) => hasOption(docker, "--privileged", "--cap-add", "--device", "--pid", "--security-opt"),
  },
  {
    programs: engines,
    reason: "gives a container files from outside of the working directory",
    when: (docker) => mounted(docker).some((word) => judgeTarget(word, docker.places) !== "fine"),
  },
  {
    programs: engines,
    reason: "writes outside of the working directory",
    when: (docker) =>
      ["cp", "container cp"].some((name) => subcommand(docker, name.split(" ").length) === name) &&
      operands(docker)
        .slice(-1)
        .some((word) => !textsOf(word).every((text) => /^[^/.~]+:/.test(text)) && !mayWriteTo(word, docker.places)),
  },
];

/** Paths of this machine that are mounted into the container; a plain name is a volume. */
function mounted(docker: Invocation): readonly Word[] {
  const runs = docker.args.findIndex((word) => ["run", "create"].includes(textOf(word) ?? ""));
  if (runs === -1) return [];
  const rest = { args: docker.args.slice(runs + 1) };
  const volumes = optionValues(rest, "-v", "--volume").flatMap((word) =>
    parts(word, (text) => (text.includes(":") ? [text.replace(/(?<!^[A-Za-z]):.*$/s, "")] : [])),
  );
  const mounts = optionValues(rest, "--mount").flatMap((word) =>
    parts(word, (text) => Array.from(text.matchAll(/(?:^|,)(?:src|source)=([^,]*)/g), (match) => match[1] ?? "")),
  );
  return [...volumes, ...mounts];
}

function parts(word: Word, take: (reading: string) => readonly string[]): readonly Word[] {
  return word.readings
    .map((reading) => reading.replaceAll("\\,", ","))
    .flatMap(take)
    .filter((source) => /^[.~/\\]|^[A-Za-z]:|\//.test(source) || source.includes(unknownPart))
    .map((source) => ({ ...word, readings: [source], unknown: source.includes(unknownPart) }));
}
