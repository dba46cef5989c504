const newline = 10;

/**
 * The response with a body that fails once it is too big: as a whole, or line by line for a stream of events, which may
 * go on for ever.
 */
export function limitBody(response: Response, maxBytes: number): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  let bytes = 0;
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      const lastLine = isStream ? chunk.lastIndexOf(newline) : -1;
      // Lines that end within the chunk are no longer than the chunk and what came before it.
      bytes += chunk.length;
      if (bytes > maxBytes) return controller.error(new Error(`The answer has more than ${maxBytes} bytes.`));
      if (lastLine !== -1) bytes = chunk.length - lastLine - 1;
      controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limiter), { status, statusText, headers });
}
