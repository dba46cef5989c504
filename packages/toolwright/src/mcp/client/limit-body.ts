const lineFeed = 10;
const carriageReturn = 13;

/**
 * The response with a body that fails once it is too big: as a whole, or event by event for a stream of events, which
 * may go on for ever.
 */
export function limitBody(response: Response, maxBytes: number): Response {
  const { body, status, statusText, headers } = response;
  if (body === null) return response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream") === true;
  const isTooBig = isStream ? measureEvents(maxBytes) : measureWhole(maxBytes);
  const limiter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      if (isTooBig(chunk)) controller.error(new Error(`The answer has more than ${maxBytes} bytes.`));
      else controller.enqueue(chunk);
    },
  });
  return new Response(body.pipeThrough(limiter), { status, statusText, headers });
}

function measureWhole(maxBytes: number): (chunk: Uint8Array) => boolean {
  let bytes = 0;
  return (chunk) => {
    bytes += chunk.length;
    return bytes > maxBytes;
  };
}

/** An event goes on until a blank line, however many lines it has: the parser keeps them all. */
function measureEvents(maxBytes: number): (chunk: Uint8Array) => boolean {
  let eventBytes = 0;
  let lineBytes = 0;
  let previous = 0;
  return (chunk) => {
    for (const byte of chunk) {
      eventBytes += 1;
      if (eventBytes > maxBytes) return true;
      const isPairEnd = byte === lineFeed && previous === carriageReturn;
      previous = byte;
      if (byte !== lineFeed && byte !== carriageReturn) {
        lineBytes += 1;
      } else if (!isPairEnd) {
        if (lineBytes === 0) eventBytes = 0;
        lineBytes = 0;
      }
    }
    return false;
  };
}
