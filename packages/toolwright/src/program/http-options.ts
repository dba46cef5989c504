import type { CommandArguments } from "../cli/command.ts";
import { usageError } from "../cli/usage-error.ts";
import type { HttpOptions } from "../mcp/index.ts";

const maxPort = 65_535;

/** What `serve` was told about HTTP; undefined for stdin and stdout. */
export function readHttpOptions(
  { given, values }: CommandArguments,
  token: string | undefined,
): HttpOptions | undefined {
  const { port } = values;
  if (!given.has("http")) {
    if (port !== undefined) throw usageError("--port needs --http");
    return undefined;
  }
  const number = Number(port ?? 0);
  if (!/^\d+$/.test(port ?? "0") || number > maxPort)
    throw usageError(`--port ${port} must be a number up to ${maxPort}`);
  return { ...(port === undefined ? {} : { port: number }), ...(token === undefined ? {} : { token }) };
}
