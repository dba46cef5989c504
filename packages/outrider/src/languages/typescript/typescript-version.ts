import type { ProjectFacts } from "../server-spec.ts";

/** Whether package.json asks for a TypeScript before 7: what is right there may be an error in 7, and the other way round. */
export function pinsOlderTypescript({ read }: ProjectFacts): boolean {
  const text = read("package.json");
  const asked = text === undefined ? undefined : /"typescript"\s*:\s*"(?:npm:typescript@)?[\^~>=v\s]*(\d+)/.exec(text);
  return asked?.[1] !== undefined && Number(asked[1]) < 7;
}
