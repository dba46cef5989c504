import { parseSentinel, type Sentinel } from "./sentinels.ts";
import { offsetsOf, probeSurfaces, type ProbeSurface, type SurfaceFacts } from "./surfaces.ts";

/**
 * "everything": the end was seen and nothing is missing. "cut": all up to the highest. "holes": some below the highest
 * are missing. "one quoted": a single one, which cannot show holes. "none quoted": nothing to judge by.
 */
export type ProbeVerdict = "everything" | "cut" | "holes" | "one quoted" | "none quoted";

export interface SurfaceReport {
  readonly surface: ProbeSurface;
  readonly verdict: ProbeVerdict;
  /** The last sentinel quoted, by its position in the text. */
  readonly highest?: Sentinel;
  /** Offsets below the highest whose sentinels were not quoted. */
  readonly missing: readonly number[];
  /** Number of bytes from the start that were delivered without a hole. */
  readonly atLeast: number;
  /** Absent if everything was delivered. */
  readonly lessThan?: number;
}

export interface ProbeReport {
  readonly surfaces: readonly SurfaceReport[];
  /** Words that look like sentinels but are not: cut, invented, or from elsewhere. */
  readonly unknown: readonly string[];
}

/** What an answer that quotes sentinels says about the delivery of each surface. */
export function reportProbe(text: string): ProbeReport {
  const words = findWords(text);
  const sentinels = words.flatMap((word) => parseSentinel(word) ?? []);
  return {
    surfaces: probeSurfaces.map((facts) =>
      reportSurface(
        facts,
        sentinels.filter(({ surface }) => surface === facts.surface),
      ),
    ),
    unknown: words.filter((word) => parseSentinel(word) === undefined),
  };
}

/** Models write answers in Markdown, where an underscore may be escaped or mean emphasis. */
function findWords(text: string): readonly string[] {
  const words = text.replaceAll("\\_", "_").match(/SENTINEL_[A-Za-z0-9]\w*/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/_+$/, "")))];
}

function reportSurface({ surface, maxBytes }: SurfaceFacts, seen: readonly Sentinel[]): SurfaceReport {
  const highest = seen.toSorted((left, right) => left.offset - right.offset).at(-1);
  if (highest === undefined) {
    return { surface, verdict: "none quoted", missing: [], atLeast: 0, lessThan: nextAfter(surface, 0, maxBytes) };
  }
  const quoted = new Set(seen.map(({ offset }) => offset));
  const missing = offsetsOf(surface, highest.offset).filter((offset) => !quoted.has(offset));
  const [firstMissing] = missing;
  if (firstMissing !== undefined && quoted.size > 1) {
    const atLeast = offsetsOf(surface, firstMissing).at(-1) ?? 0;
    return { surface, verdict: "holes", highest, missing, atLeast, lessThan: firstMissing };
  }
  return {
    surface,
    verdict: firstMissing === undefined ? (highest.isEnd ? "everything" : "cut") : "one quoted",
    highest,
    missing,
    atLeast: highest.offset,
    ...(highest.isEnd ? {} : { lessThan: nextAfter(surface, highest.offset, maxBytes) }),
  };
}

/** The next sentinel, or the end of the longest possible text. */
function nextAfter(surface: ProbeSurface, offset: number, maxBytes: number): number {
  return offsetsOf(surface).find((candidate) => candidate > offset) ?? maxBytes;
}
