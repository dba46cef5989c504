import type { ProcessRunner } from "../../tool/process-contract.ts";
import { openHttpLink } from "./http-link.ts";
import type { Link, LinkOptions } from "./link.ts";
import { openProcessLink } from "./process-link.ts";
import type { CommandServer, UrlServer } from "./source-options.ts";

export function openLink(
  server: CommandServer | UrlServer,
  processes: ProcessRunner | undefined,
  options: LinkOptions,
): Link {
  return "url" in server ? openHttpLink(server, options) : openProcessLink(server, processes, options);
}
