import type { IncomingHttpHeaders } from "node:http";
import { validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import { hostNameOf, isLoopback, loopbackNames, originNameOf } from "./host-name.ts";

export interface SiteOptions {
  readonly bound: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

/** Undefined if a request may pass; otherwise the reason. */
export type SiteCheck = (headers: IncomingHttpHeaders) => string | undefined;

/** Addresses that can be bound but are not host names. */
const unspecified = new Set(["0.0.0.0", "[::]"]);

/** Keeps web pages out: a page may point its own name to this machine, but cannot change Host and Origin. */
export function createSiteCheck({ bound, hosts, origins }: SiteOptions): SiteCheck {
  const own = names([bound], hostNameOf).filter((name) => !isLoopback(name) && !unspecified.has(name));
  const allowedHosts = [...loopbackNames, ...own, ...names(hosts, hostNameOf)];
  const allowedOrigins = [...loopbackNames, ...own, ...names(origins, originNameOf)];
  return (headers) => {
    const host = validateHostHeader(headers.host, allowedHosts);
    if (!host.ok) return `${host.message}. The server's owner can let it in with allowedHosts.`;
    const origin = validateOriginHeader(headers.origin, allowedOrigins);
    return origin.ok ? undefined : `${origin.message}. The server's owner can let it in with allowedOrigins.`;
  };
}

function names(given: readonly string[], nameOf: (given: string) => string | undefined): string[] {
  return given.flatMap((each) => nameOf(each) ?? []);
}
