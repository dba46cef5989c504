import { tellError } from "./describe-failure.ts";
import type { Link } from "./link.ts";
import { ToolSourceError } from "./source-error.ts";

/** Why a source could not be opened: what the server did, what it last said, what to look at. */
export function describeStartFailure(source: string, link: Link, error: unknown): ToolSourceError {
  const server = `The server ${source} (${link.address})`;
  if (error instanceof ToolSourceError) {
    return new ToolSourceError(error.code, `${server}: ${error.message}${link.lastWords()}`);
  }
  const end = link.describeEnd();
  if (end !== undefined) return new ToolSourceError("start_failed", `${server} ${end}`);
  const words = tellError(error, link.redact);
  return new ToolSourceError("start_failed", `${server} could not be used: ${words}${link.lastWords()}`);
}
