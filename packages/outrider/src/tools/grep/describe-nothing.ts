import type { Call } from "toolwright";
import type { Project } from "../../workspace/project.ts";
import type { Input } from "./schema.ts";
import type { SearchTarget } from "./target.ts";

export interface Nothing {
  readonly searched: number;
  readonly notes: readonly string[];
  /** Ignore files leave out the whole directory. */
  readonly alone: boolean;
}

/** What was searched in vain. Only then is it worth a second walk, which opens no file. */
export async function describeNothing(
  input: Input,
  project: Project,
  target: SearchTarget,
  call: Pick<Call, "signal">,
): Promise<Nothing> {
  if (target.kind === "file") return { searched: 1, notes: [], alone: false };
  const directory = await project.files.locate(input.path ?? ".", "list");
  const walk = project.files.walk(directory, {
    signal: call.signal,
    denied: true,
    ...(input.glob === undefined ? {} : { globs: [input.glob] }),
    ...(input.type === undefined ? {} : { type: input.type }),
  });
  let withheld = 0;
  for await (const batch of walk.batches()) {
    for (const { exposure } of batch) if (exposure !== "open") withheld += 1;
  }
  const { files, alone } = walk.counts();
  const secrets = `${withheld} with secrets, such as .env, ${withheld === 1 ? "is" : "are"} never searched.`;
  return { searched: files - withheld, notes: withheld > 0 ? [secrets] : [], alone };
}
