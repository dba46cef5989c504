import type { LanguageServer } from "../../server/language-server.ts";
import type { ServerAccess } from "../../project-servers.ts";
import { ServerError } from "../../wire/connection.ts";

/** As answers name it, with the number of what it says of itself: `typescript 7.0.2`. */
export function serverName({ spec, version }: Pick<LanguageServer, "spec" | "version">): string {
  const number = /\d+(?:\.[\w-]+)+/.exec(version ?? "")?.[0].slice(0, mostVersion);
  return number === undefined ? spec.id : `${spec.id} ${number}`;
}

const mostVersion = 40;

/** Why an answer comes from syntax although a server was wanted. */
export function whySyntactic(access: Exclude<ServerAccess, { readonly state: "ready" }>): string {
  if (access.state === "none")
    return [access.reason, access.how].flatMap((part) => part?.replace(/\.$/, "") ?? []).join(". ");
  const { title, phase } = access;
  return `${title} is still loading${phase.detail === "" ? "" : ` (${phase.detail})`}`;
}

/** Why a server that was asked has given no answer; what is no failure of a server is thrown again. */
export function whyFailed(error: unknown, lateMs?: number): string {
  if (lateMs !== undefined) return `the language server took longer than ${lateMs / 1_000} s`;
  if (!(error instanceof ServerError)) throw error;
  const message = error.message.slice(0, mostMessage).replace(/\.$/, "");
  return error.code === "server" ? `it failed: ${message}` : message;
}

const mostMessage = 300;
