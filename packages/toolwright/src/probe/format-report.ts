import type { ProbeReport, SurfaceReport } from "./report.ts";
import { writeSentinel } from "./sentinels.ts";

/** One line for each surface, then what was not recognised. */
export function formatProbeReport({ surfaces, unknown }: ProbeReport): string {
  const lines = surfaces.map((report) => `${report.surface}: ${describeSurface(report)}`);
  if (unknown.length === 0) return lines.join("\n");
  const warning = `Not sentinels of a probe, so cut, invented or from elsewhere: ${unknown.join(", ")}.`;
  return [...lines, warning].join("\n");
}

function describeSurface(report: SurfaceReport): string {
  const { verdict, highest, atLeast, missing } = report;
  if (highest === undefined) return `no sentinel quoted; ${describeCap(report)} arrived, or nobody asked for them.`;
  const name = `highest sentinel ${writeSentinel(highest)}`;
  switch (verdict) {
    case "everything":
      return `everything delivered, ${atLeast} bytes; ${name}.`;
    case "holes":
      return `${name}, but not quoted below it: ${missing.join(", ")}. ${describeHoles(report)}`;
    case "one quoted":
      return `${name}, so ${describeCap(report)}, unless something is missing before it: ask for all sentinels to know.`;
    default:
      return `${name}, so ${describeCap(report)}.`;
  }
}

function describeHoles(report: SurfaceReport): string {
  return `The middle was cut, and of the beginning ${describeCap(report)} arrived; or the quote left some out.`;
}

function describeCap({ atLeast, lessThan }: SurfaceReport): string {
  if (lessThan === undefined) return `all ${atLeast} bytes`;
  return atLeast === 0 ? `less than ${lessThan} bytes` : `at least ${atLeast} bytes, less than ${lessThan} bytes`;
}
