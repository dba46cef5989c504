import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { buildProbeText, findSizeProblem, parseSentinel, writeSentinel } from "./sentinels.ts";
import { offsetsOf, probeSurfaces } from "./surfaces.ts";

/** Any probe text that can be built. */
const anyProbe = fc
  .constantFrom(...probeSurfaces)
  .chain(({ surface, maxBytes }) =>
    fc.record({ surface: fc.constant(surface), bytes: fc.integer({ min: 1_000, max: maxBytes }) }),
  )
  .filter(({ surface, bytes }) => findSizeProblem(surface, bytes) === undefined);

verifies("probe:exact", "whatever the size, the text has it and each sentinel ends at its offset", () => {
  fc.assert(
    fc.property(anyProbe, ({ surface, bytes }) => {
      const text = buildProbeText(surface, bytes);
      expect(new TextEncoder().encode(text).length).toBe(bytes);
      expect(text).toMatch(/^[\n -~]*$/);
      const end = writeSentinel({ surface, offset: bytes, isEnd: true });
      expect(text.endsWith(end)).toBe(true);
      const words = text.match(/SENTINEL_\w+/g) ?? [];
      expect(words.slice(0, -1)).toEqual(
        offsetsOf(surface, bytes).map((offset) => {
          const word = writeSentinel({ surface, offset, isEnd: false });
          expect(text.slice(offset - word.length, offset)).toBe(word);
          return word;
        }),
      );
    }),
  );
});

test.each([
  ["tool description", 9_000, 8_000, 11],
  ["resource description", 20_000, 18_000, 16],
  ["resource body", 20_000, 18_000, 16],
] as const)("the %s has %i bytes with sentinels up to %i unless told", (surface, bytes, last, count) => {
  const text = buildProbeText(surface);
  const offsets = offsetsOf(surface, text.length);
  expect([text.length, offsets.at(-1), offsets.length]).toEqual([bytes, last, count]);
});

test("sentinels look like this", () => {
  const [word, end] = [false, true].map((isEnd) => writeSentinel({ surface: "tool description", offset: 200, isEnd }));
  expect([word, end]).toMatchInlineSnapshot(`
    [
      "SENTINEL_0200_TDUM",
      "SENTINEL_END_0200_TDAA",
    ]
  `);
});

test("the text says what it is before the first sentinel", () => {
  for (const { surface } of probeSurfaces) {
    const [before = ""] = buildProbeText(surface).split("SENTINEL");
    expect(before).toMatch(/^Delivery probe: measures how much of this/);
    expect(before.length).toBeLessThan(200);
  }
  expect(buildProbeText("tool description").slice(0, 700)).toMatchInlineSnapshot(`
    "Delivery probe: measures how much of this description reaches the model. Call it only when asked to measure.
    .........................................................................SENTINEL_0200_TDUM
    This is filler text of a delivery probe; it has no meaning and asks for nothing.
    It is here so that the text has a known length and can be cut somewhere.
    The marked words stand at known places and tell how far the text arrived.
    .....................................................SENTINEL_0500_TDBP
    This is filler text of a delivery probe; it has no meaning and asks for nothing.
    It is here so that the text has a known length and can be cut somewhere.
    The marked words stand at known places and te"
  `);
});

test.each([999, 120_001, 2_000.5, Number.NaN])("a body of %d bytes is refused", (bytes) => {
  expect(() => buildProbeText("resource body", bytes)).toThrow("Expected a resource body of 1000 to 120000 bytes, got");
});

test("a size that would hide a sentinel behind the end is refused with sizes that do not", () => {
  expect(() => buildProbeText("resource body", 8_010)).toThrow("the sentinel at 8000; use 8000 or at least 8023.");
  expect(buildProbeText("resource body", 8_000)).toHaveLength(8_000);
  expect(buildProbeText("resource body", 8_023)).toHaveLength(8_023);
});

verifies("probe:forged", "only the words that stand in a text are sentinels", () => {
  const real = writeSentinel({ surface: "resource body", offset: 2_500, isEnd: false });
  expect(parseSentinel(real)).toEqual({ surface: "resource body", offset: 2_500, isEnd: false });
  const elsewhere = writeSentinel({ surface: "resource body", offset: 2_600, isEnd: false });
  const beyond = writeSentinel({ surface: "tool description", offset: 10_000, isEnd: false });
  const huge = writeSentinel({ surface: "resource body", offset: 500_000, isEnd: true });
  const forged = [
    elsewhere,
    beyond,
    huge,
    real.slice(0, -1),
    `${real}X`,
    real.replace("RB", "RD"),
    "SENTINEL_2500_RBAA",
  ];
  expect(forged.filter((word) => parseSentinel(word) !== undefined)).toEqual([]);
});
