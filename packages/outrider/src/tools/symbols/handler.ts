import type { Call } from "toolwright";
import type { Services } from "../../services.ts";
import { answerName } from "./answer-name.ts";
import { describeFile } from "./describe-file.ts";
import { listKinds } from "./list-kinds.ts";
import { mapProject } from "./map-project.ts";
import { nameIn, type Question } from "./question.ts";
import type { Input, Output } from "./schema.ts";
import { readScope } from "./scope.ts";

export async function handle(
  input: Input,
  { workspace, symbolsOf }: Pick<Services, "workspace" | "symbolsOf">,
  call: Call,
): Promise<Output> {
  const kinds = input.kind === undefined || input.kind.length === 0 ? undefined : new Set(input.kind);
  const name = nameIn(input.name);
  const project = await workspace.project(input.project);
  const scope = await readScope(input.path === "" ? undefined : input.path, project, { input, signal: call.signal });
  const question: Question = { input, name, kinds, scope, project, symbols: symbolsOf(project), call };
  if (name !== undefined) return await answerName(question, name);
  if (scope.kind === "file") return await describeFile(question, scope.file);
  if (kinds !== undefined) return await listKinds(question, kinds, scope);
  return await mapProject(question, scope);
}
