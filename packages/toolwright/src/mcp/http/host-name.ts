import type { IncomingHttpHeaders } from "node:http";
import { isIPv6 } from "node:net";
import { validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";

/** The host that a name, an address or a URL means, spelled as in URLs; undefined if it means none. */
export function hostNameOf(given: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${bracketed(given)}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostname === "" || hostname.includes("*") ? undefined : hostname;
}

/** The same for web pages; may also be a whole non-web scheme, such as "chrome-extension://*". */
export function originNameOf(given: string): string | undefined {
  const isWholeScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/\*$/i.test(given);
  return isWholeScheme ? given.toLowerCase() : hostNameOf(given);
}

/** The interface name at the end of an address is valid on this machine only, and never sent. */
function bracketed(given: string): string {
  return isIPv6(given) ? `[${given.replace(/%.*$/, "")}]` : given;
}

/** The loopback names of this machine, as spelled in the Host header and URLs. */
export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host.toLowerCase()) || host === "::1";
}

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
