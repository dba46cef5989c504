import { isIPv6 } from "node:net";

/** The host that a name, an address or a URL means, spelled as in URLs; undefined when it means none. */
export function hostNameOf(given: string): string | undefined {
  const url = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${bracketed(given)}`;
  if (!URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return hostname === "" || hostname.includes("*") ? undefined : hostname;
}

/** The same for web pages, where all of a scheme that is not the web's, such as "chrome-extension://*", may be meant. */
export function originNameOf(given: string): string | undefined {
  const isWholeScheme = /^(?!https?:)[a-z][a-z0-9+.-]*:\/\/\*$/i.test(given);
  return isWholeScheme ? given.toLowerCase() : hostNameOf(given);
}

/** The name of the interface at the end of an address is of use on this machine only, and never sent. */
function bracketed(given: string): string {
  return isIPv6(given) ? `[${given.replace(/%.*$/, "")}]` : given;
}
