import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../../test/verifies.ts";
import { limitBody } from "./limit-body.ts";

/** The text of the body behind the limit; rejects when it is too big. */
async function readLimited(type: string, text: string, maxBytes: number, chunkBytes = text.length): Promise<string> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(at, at + chunkBytes));
      at += chunkBytes;
    },
  });
  return await limitBody(new Response(body, { headers: { "content-type": type } }), maxBytes).text();
}

verifies("tool-source:flood", "an event of many short lines counts as a whole", async () => {
  for (const end of ["\n", "\r\n", "\r"]) {
    const event = `data: ${"x".repeat(10)}${end}`.repeat(10);
    for (const chunkBytes of [1, 7, 1_000]) {
      const reading = readLimited("text/event-stream", event, 100, chunkBytes);
      await expect(reading).rejects.toThrow("The answer has more than 100 bytes.");
    }
  }
});

verifies("tool-source:flood", "a stream may go on for ever while each of its events is small", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(fc.string({ maxLength: 5 }), { minLength: 1, maxLength: 3 }), { minLength: 10 }),
      fc.constantFrom("\n", "\r\n", "\r"),
      fc.integer({ min: 1, max: 50 }),
      async (events, end, chunkBytes) => {
        const stream = events.map((lines) => lines.map((line) => `data:${clean(line)}${end}`).join("") + end).join("");
        expect(await readLimited("text/event-stream; charset=utf-8", stream, 60, chunkBytes)).toBe(stream);
      },
    ),
  );
});

test("a body that is no stream counts as a whole, blank lines or not", async () => {
  const text = "12345678\n\n".repeat(10);
  expect(await readLimited("application/json", text, 100, 10)).toBe(text);
  await expect(readLimited("application/json", `${text}x`, 100, 10)).rejects.toThrow("more than 100 bytes");
});

function clean(line: string): string {
  return line.replaceAll(/[\r\n]/g, " ");
}
