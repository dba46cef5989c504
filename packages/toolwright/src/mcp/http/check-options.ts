import { isIPv6 } from "node:net";
import { ToolDefinitionError } from "../../tool/check-definition.ts";
import type { NamePrincipal } from "./bearer.ts";
import { hostNameOf, originNameOf, isLoopback } from "./host-name.ts";

/** The options, with defaults for what is not given. */
export interface HttpSettings {
  readonly port: number;
  readonly host: string;
  readonly path: string;
  readonly token: string | false | NamePrincipal | undefined;
  readonly allowedHosts: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly maxBodyBytes: number;
  readonly maxSessions: number;
  readonly sessionIdleMs: number;
}

const minTokenLength = 16;
const minBodyBytes = 1024;

/** Throws on everything that would only fail at the first request, or open more than intended. */
export function checkHttpSettings(settings: HttpSettings): void {
  const problems = [
    ...findNumberProblems(settings),
    ...findPathProblems(settings.path),
    ...findNameProblems(settings),
    ...findTokenProblems(settings.token, settings.host),
  ];
  if (problems.length > 0) throw new ToolDefinitionError("The HTTP server", problems);
}

function findNumberProblems({ port, maxBodyBytes, maxSessions, sessionIdleMs }: HttpSettings): string[] {
  const problems: string[] = [];
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    problems.push(`port is ${port}; use a whole number from 0, which takes any free one, to 65535`);
  }
  // Negated, so that NaN is a problem too.
  if (!(maxBodyBytes >= minBodyBytes)) problems.push(`maxBodyBytes is ${maxBodyBytes}; use at least ${minBodyBytes}`);
  if (!(maxSessions >= 1)) problems.push(`maxSessions is ${maxSessions}; use at least 1`);
  if (!(sessionIdleMs > 0)) problems.push(`sessionIdleMs is ${sessionIdleMs}; use more than 0`);
  return problems;
}

function findPathProblems(path: string): string[] {
  if (!path.startsWith("/")) return [`path is ${quote(path)}; let it begin with "/", as in "/mcp"`];
  if (path === "/health") return [`path is "/health", where the server's health is told; use another, such as "/mcp"`];
  const url = URL.canParse(path, "http://localhost") ? new URL(path, "http://localhost") : undefined;
  if (url?.pathname === path) return [];
  return [`path is ${quote(path)}, which no client sends like that; use letters, digits and "/", as in "/mcp"`];
}

function findNameProblems({ host, allowedHosts, allowedOrigins }: HttpSettings): string[] {
  return [
    ...findHostProblems(host),
    ...findUnknownHosts("allowedHosts", allowedHosts, hostNameOf),
    ...findUnknownHosts("allowedOrigins", allowedOrigins, originNameOf),
  ];
}

function findHostProblems(host: string): string[] {
  const isAddress = isIPv6(host) || (hostNameOf(host) !== undefined && !/[:/]/.test(host));
  return isAddress ? [] : [`host is ${quote(host)}; use a name or address of this machine, such as "127.0.0.1"`];
}

function findUnknownHosts(
  option: string,
  given: readonly string[],
  nameOf: (given: string) => string | undefined,
): string[] {
  return given
    .filter((each) => nameOf(each) === undefined)
    .map((each) => `${option} has ${quote(each)}, which names no host; name each, as in "tools.example.com"`);
}

function findTokenProblems(token: HttpSettings["token"], host: string): string[] {
  if (token === undefined || typeof token === "function") return [];
  if (token === false) {
    return isLoopback(host) ? [] : [`without a token only this machine may be served, and "${host}" is open to others`];
  }
  if (!/^[!-~]*$/.test(token)) return ["the token holds spaces or other characters that no header can carry"];
  if (token.length >= minTokenLength) return [];
  return [`the token has ${token.length} characters; use at least ${minTokenLength} that nobody can guess, or none`];
}

function quote(given: string): string {
  return JSON.stringify(given);
}
