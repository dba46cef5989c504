import type { Call } from "toolwright";
import type { Services } from "../../services.ts";
import { openPlace } from "../open-place.ts";
import { answerName } from "./answer-name.ts";
import { describeFile } from "./describe-file.ts";
import { listKinds } from "./list-kinds.ts";
import { mapProject } from "./map-project.ts";
import { nameIn, type Question } from "./question.ts";
import type { Input, Output } from "./schema.ts";
import { readScope } from "../file-scope.ts";
import { showPrefixed } from "./show-prefixed.ts";

export async function handle(
  input: Input,
  { workspace, libraries, symbolsOf }: Pick<Services, "workspace" | "libraries" | "symbolsOf">,
  call: Call,
): Promise<Output> {
  const kinds = input.kind === undefined || input.kind.length === 0 ? undefined : new Set(input.kind);
  const name = nameIn(input.name);
  const { project, path, prefix } = await openPlace(input.path, await workspace.project(input.project), libraries);
  const scope = await readScope(path, project, {
    tool: "symbols",
    input,
    prefix,
    signal: call.signal,
  });
  const question: Question = { input, name, kinds, scope, project, prefix, symbols: symbolsOf(project), call };
  const answer = await answerIn(question);
  return prefix === "" || scope.kind === "file" ? answer : showPrefixed(answer, prefix);
}

async function answerIn(question: Question): Promise<Output> {
  const { name, kinds, scope } = question;
  if (name !== undefined) return await answerName(question, name);
  if (scope.kind === "file") return await describeFile(question, scope.file);
  if (kinds !== undefined) return await listKinds(question, kinds, scope);
  return await mapProject(question, scope);
}
