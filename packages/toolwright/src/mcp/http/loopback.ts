/** The names of this machine to itself, as the Host header and URLs spell them. */
export const loopbackNames: readonly string[] = ["localhost", "127.0.0.1", "[::1]"];

export function isLoopback(host: string): boolean {
  return loopbackNames.includes(host.toLowerCase()) || host === "::1";
}
