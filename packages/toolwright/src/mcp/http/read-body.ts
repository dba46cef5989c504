import type { IncomingMessage } from "node:http";

/**
 * The whole body, or undefined when it is too long. One that is somewhat too long is read to its end and dropped: a
 * client that is still writing when the connection closes never sees why.
 */
export async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const patience = maxBytes * 4;
  if (Number(request.headers["content-length"] ?? 0) > patience) return undefined;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    bytes += chunk.length;
    if (bytes > patience) return undefined;
    if (bytes <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}
