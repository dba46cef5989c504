import { commandLine } from "../../cli/shell-quote.ts";
import type { ChatOptions } from "../chat-options.ts";
import { findPackage } from "./load-package.ts";
import { providers, serverPackages } from "./providers.ts";

/** What is there and what is missing for each way to a model, for a person who has named none. */
export function describeMissingModel({
  program,
  name,
  env,
  packageDirectories,
  modelVariable,
}: Pick<ChatOptions, "program" | "name" | "env" | "packageDirectories" | "modelVariable">): string {
  const isGlobal = packageDirectories.length === 0;
  const stateOf = (packages: readonly string[]): string => {
    const found = packages.map((each) => findPackage(each, packageDirectories)).find((each) => each !== undefined);
    return found === undefined
      ? `npm install ${isGlobal ? "-g " : ""}${packages[0] ?? ""}`
      : `${found.name} ${found.version} is installed`;
  };
  const rows = providers.map(({ id, package: needed, keyVariable }) => {
    const isSet = (env[keyVariable] ?? "") !== "";
    const key = isSet ? `${keyVariable} is set` : `export ${keyVariable}=YOUR_KEY`;
    return `  ${commandLine(program, name, "--model", `${id}:NAME`)}\n      ${key}; ${stateOf([needed])}`;
  });
  return [
    "Which model? Name one of a provider, or a server on this machine:",
    ...rows,
    `  ${commandLine(program, name, "--base-url", "http://localhost:11434/v1", "--model", "NAME")}`,
    `      any OpenAI-compatible server; ${stateOf(serverPackages.map((each) => each.package))}`,
    `${modelVariable}=anthropic:NAME in the environment names one for good.`,
  ].join("\n");
}
