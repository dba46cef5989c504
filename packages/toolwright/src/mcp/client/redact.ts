import type { CommandServer, UrlServer } from "./source-options.ts";

/** Removes secrets from third-party text. */
export type Redact = (text: string) => string;

/** Shorter values are not secrets, and removing them would garble every text. */
const minSecretLength = 6;

/** The host's secrets: headers, credentials and queries of URLs, and given variables. */
export function createRedact(server: CommandServer | UrlServer): Redact {
  const secrets = [...("url" in server ? secretsOfUrl(server) : Object.values(server.env ?? {}))]
    .filter((secret) => secret.length >= minSecretLength)
    // Longest first, or redacting a part would hide the whole.
    .toSorted((left, right) => right.length - left.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, "[redacted]"), text);
}

/** A URL as named in errors: without credentials and query. */
export function describeUrl(url: string | URL): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

function* secretsOfUrl({ url, headers = {} }: UrlServer): Generator<string> {
  for (const value of Object.values(headers)) {
    yield value;
    // "Bearer abc": the token alone is as sensitive as the header.
    yield* value.split(/\s+/);
  }
  const { username, password, search, searchParams } = new URL(url);
  for (const part of [username, password]) yield* [part, decode(part)];
  if (password !== "") yield encodeCredentials(username, password);
  yield search;
  for (const value of searchParams.values()) yield* [value, encodeURIComponent(value)];
}

/** Credentials of a URL as HTTP sends them. */
export function encodeCredentials(username: string, password: string): string {
  return Buffer.from(`${decode(username)}:${decode(password)}`).toString("base64");
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A lone percent sign stands for itself.
    return part;
  }
}
