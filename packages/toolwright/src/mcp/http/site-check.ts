import { validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";
import type { IncomingHttpHeaders } from "node:http";
import { isLoopback, loopbackNames } from "./loopback.ts";

export interface SiteOptions {
  readonly bound: string;
  readonly hosts: readonly string[];
  readonly origins: readonly string[];
}

/** Undefined for a request that may come in; otherwise why not. */
export type SiteCheck = (headers: IncomingHttpHeaders) => string | undefined;

/** Keeps web pages out: a page may make its own name point to this machine, but cannot change Host and Origin. */
export function createSiteCheck({ bound, hosts, origins }: SiteOptions): SiteCheck {
  // An address like 0.0.0.0 is bound, but nobody is called that.
  const own = isLoopback(bound) || bound === "0.0.0.0" || bound === "::" ? [] : [bound];
  const allowedHosts = [...loopbackNames, ...own, ...hosts];
  const allowedOrigins = [...loopbackNames, ...own, ...origins];
  return (headers) => {
    const host = validateHostHeader(headers.host, allowedHosts);
    if (!host.ok) return `${host.message}. The server's owner can let it in with allowedHosts.`;
    const origin = validateOriginHeader(headers.origin, allowedOrigins);
    return origin.ok ? undefined : `${origin.message}. The server's owner can let it in with allowedOrigins.`;
  };
}
