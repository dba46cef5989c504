import { didYouMean } from "../tool/nearest-name.ts";

export interface UnknownTool {
  readonly name: string;
  readonly known: readonly string[];
  /** Why it is not there, where that is known. */
  readonly why: string | undefined;
  /** The command that lists the tools. */
  readonly list: string;
}

export function describeUnknownTool({ name, known, why, list }: UnknownTool): string {
  const problem = `There is no tool ${JSON.stringify(name)}.${didYouMean(name, known)}`;
  return [problem, ...(why === undefined ? [] : [why]), `See: ${list}`].join("\n");
}
