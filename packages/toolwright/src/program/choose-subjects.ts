import type { CommandArguments } from "../cli/command.ts";
import { describeUnknownTool, usageError } from "../cli/exit-code.ts";
import { commandLine } from "../cli/styled-text.ts";
import type { AnyTool } from "../tool/tool.ts";
import { findModule, isModulePath, type Place, findUnregistered } from "./find-module.ts";
import type { ToolModule } from "./read-exports.ts";

/** A tool to test, with the module it came from. */
export interface Subject {
  readonly tool: AnyTool;
  readonly module: ToolModule;
}

/** Every tool of the modules given by path, and those given by name of the module that `--from` or habit names. */
export async function chooseSubjects(
  { positionals, values }: Pick<CommandArguments, "positionals" | "values">,
  place: Place,
  load: (file: string) => Promise<ToolModule>,
): Promise<readonly Subject[]> {
  const paths = positionals.filter((argument) => isModulePath(argument, place.cwd));
  const names = positionals.filter((argument) => !paths.includes(argument));
  const { from } = values;
  if (from !== undefined && paths.length > 0) {
    throw usageError(`Name the module once: ${paths.join(" ")} or --from ${from}.`);
  }
  const subjects: Subject[] = [];
  for (const path of paths) {
    const module = await load(findModule(path, place));
    subjects.push(...module.tools.map((tool) => ({ tool, module })));
  }
  if (paths.length > 0 && names.length === 0) return subjects;
  const file = findModule(from, place);
  const module = await load(file);
  const wanted = names.length === 0 ? module.tools : [...new Set(names)].map((name) => findTool(name, module));
  return [...subjects, ...wanted.map((tool) => ({ tool, module }))];

  function findTool(name: string, { tools }: ToolModule): AnyTool {
    const tool = tools.find((each) => each.name === name);
    if (tool !== undefined) return tool;
    const known = tools.map((each) => each.name);
    const why = findUnregistered(file, name, place.cwd);
    const list = commandLine(place.program, "tools", ...(from === undefined ? [] : ["--from", from]));
    throw usageError(describeUnknownTool({ name, known, why, list }));
  }
}
