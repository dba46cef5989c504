import { isIPv6 } from "node:net";

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
