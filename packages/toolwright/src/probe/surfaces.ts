/** The places where a client may truncate a text before the model sees it; each is measured separately. */
export type ProbeSurface = "tool description" | "resource description" | "resource body";

export interface SurfaceFacts {
  readonly surface: ProbeSurface;
  /** In every sentinel, so that it tells where it was seen. */
  readonly letters: string;
  /** Default number of bytes of its text. */
  readonly bytes: number;
  readonly maxBytes: number;
  /** The first line of its text; it ends before the first sentinel. */
  readonly opening: string;
}

/** Where sentinels end, on every surface as far as its text goes. Denser at first: small caps are common. */
const offsets = [
  200, 500, 1_000, 1_500, 2_000, 2_500, 3_000, 4_000, 5_000, 6_000, 8_000, 10_000, 12_000, 14_000, 16_000, 18_000,
  20_000, 25_000, 30_000, 40_000, 50_000, 60_000, 80_000, 100_000,
] as const;

export const probeSurfaces: readonly SurfaceFacts[] = [
  {
    surface: "tool description",
    letters: "TD",
    bytes: 9_000,
    maxBytes: 9_000,
    opening:
      "Delivery probe: measures how much of this description reaches the model. Call it only when asked to measure.",
  },
  {
    surface: "resource description",
    letters: "RD",
    bytes: 20_000,
    maxBytes: 20_000,
    opening: "Delivery probe: measures how much of this description reaches the model. It describes nothing.",
  },
  {
    surface: "resource body",
    letters: "RB",
    bytes: 20_000,
    // Some clients truncate tool results near 25,000 tokens, which is less than this.
    maxBytes: 120_000,
    opening: "Delivery probe: measures how much of this text reaches the model. It contains nothing else.",
  },
];

export function factsOf(surface: ProbeSurface): SurfaceFacts {
  const facts = probeSurfaces.find((candidate) => candidate.surface === surface);
  if (facts === undefined) throw new RangeError(`There is no surface ${JSON.stringify(surface)}.`);
  return facts;
}

/** Where the sentinels of a text of that size end. Default: the longest text. */
export function offsetsOf(surface: ProbeSurface, bytes = factsOf(surface).maxBytes): readonly number[] {
  return offsets.filter((offset) => offset < bytes);
}
