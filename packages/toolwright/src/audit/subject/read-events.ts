/** Reads server-sent events: the `data` lines up to a blank one are one event. A line may be cut anywhere, even in its end. */
export async function readEvents(body: AsyncIterable<Uint8Array>, receive: (data: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let line = "";
  let data: string[] = [];
  let endedInReturn = false;

  function endLine(): void {
    if (line === "" && data.length > 0) {
      const whole = data.join("\n");
      data = [];
      receive(whole);
    }
    if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
    line = "";
  }

  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    if (text === "") continue;
    // That line was ended by the carriage return.
    const [start = "", ...others] = (endedInReturn ? text.replace(/^\n/, "") : text).split(/\r\n|\n|\r/);
    endedInReturn = text.endsWith("\r");
    line += start;
    for (const next of others) {
      endLine();
      line = next;
    }
  }
}
