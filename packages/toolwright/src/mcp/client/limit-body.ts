const lineFeed = 10;
const carriageReturn = 13;

/**
 * The response with a body that fails once it is too big: as a whole, or per event for an event stream, which
 * may continue forever.
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

/** An event continues until a blank line, however many lines it has: the parser keeps them all. */
function measureEvents(maxBytes: number): (chunk: Uint8Array) => boolean {
  let eventBytes = 0;
  let lineBytes = 0;
  let endedInReturn = false;
  return (chunk) => {
    let start = endedInReturn && chunk[0] === lineFeed ? 1 : 0;
    endedInReturn = chunk.at(-1) === carriageReturn;
    for (let end = lineEnd(chunk, start); end !== -1; end = lineEnd(chunk, start)) {
      const isBlank = lineBytes + end - start === 0;
      eventBytes = isBlank ? 0 : eventBytes + end - start + 1;
      if (eventBytes > maxBytes) return true;
      lineBytes = 0;
      start = end + (chunk[end] === carriageReturn && chunk[end + 1] === lineFeed ? 2 : 1);
    }
    lineBytes += chunk.length - start;
    eventBytes += chunk.length - start;
    return eventBytes > maxBytes;
  };
}

/** Searched rather than read byte by byte: a stream may deliver megabytes at once. */
function lineEnd(chunk: Uint8Array, from: number): number {
  const feed = chunk.indexOf(lineFeed, from);
  const carriage = chunk.subarray(from, feed === -1 ? undefined : feed).indexOf(carriageReturn);
  return carriage === -1 ? feed : from + carriage;
}
