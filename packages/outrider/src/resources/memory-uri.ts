const scheme = "memory://";

/** `build/ci` is `memory://build/ci`; what an address cannot hold is percent-encoded. */
export function memoryUri(topic: string): string {
  return scheme + topic.split("/").map(encodeURIComponent).join("/");
}

/** Undefined for other addresses. Decoded once: an encoded "/" is no way to another topic. */
export function topicOf(uri: string): string | undefined {
  if (!uri.startsWith(scheme)) return undefined;
  try {
    const names = uri.slice(scheme.length).split("/").map(decodeURIComponent);
    return names.some((name) => name.includes("/")) ? undefined : names.join("/");
  } catch {
    return undefined;
  }
}
