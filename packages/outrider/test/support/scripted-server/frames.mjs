/** Bytes of one message as the protocol frames it. */
export function frame(message) {
  const body = Buffer.from(JSON.stringify(message));
  return Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]);
}

/** A reader of its own: the tests must not find a fault of ours twice, once on each side. */
export function createFrameReader(onMessage) {
  let pieces = [];
  let size = 0;
  let wanted = -1;
  return (chunk) => {
    pieces.push(chunk);
    size += chunk.length;
    while (wanted >= 0 ? size >= wanted : size > 0) {
      const all = pieces.length === 1 ? pieces[0] : Buffer.concat(pieces, size);
      pieces = [all];
      if (wanted < 0) {
        const end = all.indexOf("\r\n\r\n");
        if (end < 0) return;
        wanted = Number(/^Content-Length: (\d+)$/im.exec(all.toString("latin1", 0, end))?.[1] ?? 0);
        pieces = [all.subarray(end + 4)];
        size = pieces[0].length;
        continue;
      }
      const body = all.toString("utf8", 0, wanted);
      pieces = [all.subarray(wanted)];
      size = pieces[0].length;
      wanted = -1;
      onMessage(JSON.parse(body));
    }
  };
}
