import { ToolError } from "toolwright";
import type { ServerName } from "./describe-error.ts";

/** Reads an address such as `postgres://user:password@host:5432/database?sslmode=verify-full` as far as it may be shown. */
export function readServerName(url: string, urlName: string): ServerName {
  const parsed = parse(url);
  if (parsed === undefined || !/^postgres(ql)?:$/.test(parsed.protocol)) throw wrongUrl(urlName);
  const { hostname, port, pathname, password, searchParams } = parsed;
  const host = hostname === "" ? (searchParams.get("host") ?? "localhost") : hostname;
  const secrets = [password, decode(password), searchParams.get("password") ?? ""];
  return {
    shown: `${host}${port === "" ? "" : `:${port}`}${pathname === "/" ? "" : pathname}`,
    urlName,
    secrets: [...new Set(secrets)].filter((secret) => secret !== ""),
  };
}

function parse(url: string): URL | undefined {
  try {
    return new URL(url);
  } catch {
    return undefined;
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function wrongUrl(urlName: string): ToolError {
  return new ToolError(
    "wrong_store_url",
    `What is in ${urlName} is no address of a PostgreSQL database. It looks like postgres://user:password@host:5432/database; special characters in the password are written as in any URL.`,
  );
}
