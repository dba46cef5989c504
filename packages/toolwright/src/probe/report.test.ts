import fc from "fast-check";
import { expect, test } from "vitest";
import { verifies } from "../../test/verifies.ts";
import { formatProbeReport } from "./format-report.ts";
import { reportProbe, type SurfaceReport } from "./report.ts";
import { buildProbeText, findSizeProblem, writeSentinel } from "./sentinels.ts";
import { offsetsOf, probeSurfaces, type ProbeSurface } from "./surfaces.ts";

function reportOn(surface: ProbeSurface, text: string): SurfaceReport {
  const found = reportProbe(text).surfaces.find((report) => report.surface === surface);
  if (found === undefined) throw new Error(`no report on ${surface}`);
  return found;
}

/** Any probe text that can be built. */
const anyProbe = fc
  .constantFrom(...probeSurfaces)
  .chain(({ surface, maxBytes }) =>
    fc.record({ surface: fc.constant(surface), bytes: fc.integer({ min: 1_000, max: maxBytes }) }),
  )
  .filter(({ surface, bytes }) => findSizeProblem(surface, bytes) === undefined);

const anyCut = anyProbe.chain((probe) =>
  fc.record({ probe: fc.constant(probe), from: fc.nat(probe.bytes), to: fc.nat(probe.bytes) }),
);

verifies("probe:bounds", "wherever the text is cut, the cap lies within the bounds", () => {
  fc.assert(
    fc.property(anyCut, ({ probe: { surface, bytes }, to }) => {
      const report = reportOn(surface, buildProbeText(surface, bytes).slice(0, to));
      expect(report.atLeast).toBeLessThanOrEqual(to);
      expect(report.lessThan ?? Infinity).toBeGreaterThan(to);
      expect(report.missing).toEqual([]);
      expect(report.verdict).toBe(to === bytes ? "everything" : to < 200 ? "none quoted" : "cut");
    }),
  );
});

verifies("probe:bounds", "bounds are those of neighbouring sentinels", () => {
  const report = reportOn("resource body", buildProbeText("resource body", 120_000).slice(0, 99_999));
  expect(report).toMatchObject({ atLeast: 80_000, lessThan: 100_000 });
  expect(reportOn("resource body", buildProbeText("resource body").slice(0, 19_999))).toMatchObject({
    atLeast: 18_000,
    lessThan: 20_000,
  });
});

verifies("probe:holes", "wherever the middle is cut out, the bounds are those of the beginning", () => {
  fc.assert(
    fc.property(anyCut, ({ probe: { surface, bytes }, from, to }) => {
      const [head, tail] = [Math.min(from, to), Math.max(from, to)];
      const text = buildProbeText(surface, bytes);
      const report = reportOn(surface, `${text.slice(0, head)}\n[cut]\n${text.slice(tail)}`);
      fc.pre(report.missing.length > 0 && report.verdict !== "one quoted");
      expect(report.verdict).toBe("holes");
      expect(report.atLeast).toBeLessThanOrEqual(head);
      expect(report.lessThan).toBeGreaterThan(head);
    }),
  );
});

test("a single sentinel tells a cap but no holes", () => {
  const quoted = writeSentinel({ surface: "tool description", offset: 2_000, isEnd: false });
  expect(reportOn("tool description", `I see ${quoted}.`)).toMatchObject({
    verdict: "one quoted",
    atLeast: 2_000,
    lessThan: 2_500,
  });
});

test("surfaces are told apart, and Markdown does not matter", () => {
  const words = probeSurfaces.map(({ surface }) => writeSentinel({ surface, offset: 200, isEnd: false }));
  const [one = "", two = "", three = ""] = words;
  const { surfaces, unknown } = reportProbe(`- \`${one}\`\n- _${two}_\n- ${three.replaceAll("_", "\\_")}`);
  expect(surfaces.map(({ atLeast }) => atLeast)).toEqual([200, 200, 200]);
  expect(unknown).toEqual([]);
});

verifies("probe:forged", "words that are no sentinels count for nothing and are named once", () => {
  const invented = "SENTINEL_8000_TDAA";
  const report = reportProbe(`${invented}, ${invented} and SENTINEL_02`);
  expect(report.surfaces.map(({ verdict }) => verdict)).toEqual(["none quoted", "none quoted", "none quoted"]);
  expect(report.unknown).toEqual([invented, "SENTINEL_02"]);
});

test("a report in words", () => {
  const write = (surface: ProbeSurface, offsets: readonly number[]): string =>
    offsets.map((offset) => writeSentinel({ surface, offset, isEnd: false })).join(" ");
  const body = write("resource body", [...offsetsOf("resource body", 2_000), 18_000]);
  const quotes = [buildProbeText("tool description"), write("resource description", [200]), body, "SENTINEL_1_XX"];
  expect(formatProbeReport(reportProbe(quotes.join("\n")))).toMatchInlineSnapshot(`
    "tool description: everything delivered, 9000 bytes; highest sentinel SENTINEL_END_9000_TDMF.
    resource description: highest sentinel SENTINEL_0200_RDSC, so at least 200 bytes, less than 500 bytes.
    resource body: highest sentinel SENTINEL_18000_RBHR, but not quoted below it: 2000, 2500, 3000, 4000, 5000, 6000, 8000, 10000, 12000, 14000, 16000. The middle was cut, and of the beginning at least 1500 bytes, less than 2000 bytes arrived; or the quote left some out.
    Not sentinels of a probe, so cut, invented or from elsewhere: SENTINEL_1_XX."
  `);
  const end = writeSentinel({ surface: "resource body", offset: 20_000, isEnd: true });
  expect(formatProbeReport(reportProbe(`${write("tool description", [2_000])} ${end}`))).toMatchInlineSnapshot(`
    "tool description: highest sentinel SENTINEL_2000_TDJA, so at least 2000 bytes, less than 2500 bytes, unless something is missing before it: ask for all sentinels to know.
    resource description: no sentinel quoted; less than 200 bytes arrived, or nobody asked for them.
    resource body: highest sentinel SENTINEL_END_20000_RBIJ, so all 20000 bytes, unless something is missing before it: ask for all sentinels to know."
  `);
});
