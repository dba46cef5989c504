import { type CommandArguments, usageError } from "toolwright/cli";
import { longestQuery } from "../../tools/semantic_search/handler.ts";

export interface SearchQuestion {
  readonly query: string;
  readonly in: (typeof contents)[number] | undefined;
  readonly path: string | undefined;
  readonly language: string | undefined;
  readonly kind: string | undefined;
  readonly scope: string | undefined;
  readonly body: boolean;
  readonly explain: boolean;
  readonly limit: number;
  readonly offset: number;
}

const contents = ["code", "docs", "memories", "all"] as const;
const maxHits = 1_000;

export function readQuestion({ positionals, values, given }: CommandArguments): SearchQuestion {
  const query = positionals.join(" ").trim();
  if (query === "") throw usageError("The question is empty: say in a few words what the code does.");
  if (query.length > longestQuery)
    throw usageError(`The question has ${query.length} characters, and ${longestQuery} are the most`);
  const wanted = contents.find((each) => each === values["in"]);
  if (wanted === undefined && values["in"] !== undefined)
    throw usageError(`--in ${values["in"]} is unknown; choose ${contents.join(", ")}`);
  return {
    query,
    in: wanted,
    path: values["path"],
    language: values["language"],
    kind: values["kind"],
    scope: values["scope"],
    body: given.has("body"),
    explain: given.has("explain"),
    limit: readNumber("limit", values, 10, [1, maxHits]),
    offset: readNumber("offset", values, 0, [0, 1e9]),
  };
}

function readNumber(
  name: string,
  values: CommandArguments["values"],
  otherwise: number,
  [least, most]: readonly [number, number],
): number {
  const given = values[name];
  if (given === undefined) return otherwise;
  const number = /^\d+$/.test(given) ? Number(given) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw usageError(`--${name} ${given} must be a whole number from ${least} to ${most}`);
}
