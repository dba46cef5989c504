/** What a content's place in an answer is computed from, in the order of the columns. All but `size` lie between 0 and 1. */
export const features = [
  // How well its fields fit the question (BM25), against the best.
  "body",
  "head",
  "doc",
  "name",
  // Its best chunk, and its three best.
  "chunk",
  "chunks",
  // The mean of all its chunks.
  "about",
  // Which share of the question it has, and one chunk of it.
  "cover",
  "chunkCover",
  // Names that the question covers, and that cover it.
  "nameMatch",
  // Which share of the question the file's name has, and the other way round; and the folders'.
  "stemCover",
  "stemShare",
  "folderCover",
  // How many of those that fit best name it: what they build on.
  "cited",
  // It declares what is asked for; in what is asked for.
  "exact",
  "qualified",
  // The question names its path.
  "place",
  "test",
  "example",
  "legacy",
  "older",
  // Of another platform, where there is one for this.
  "foreign",
  "vendored",
  "declarations",
  "generated",
  "standsForFolder",
  "size",
  // How near its vectors are to the question's: the best chunk's, its outline's, its path's; and the best
  // chunk by words and vectors together.
  "dense",
  "denseOutline",
  "densePath",
  "joint",
] as const;

export type Feature = (typeof features)[number];

export const featureCount = features.length;

/** Column of a feature. */
export function columnOf(feature: Feature): number {
  return features.indexOf(feature);
}

/** What is there only with an embedder, and only with one that is asked at once. */
export const denseFeatures: ReadonlySet<Feature> = new Set(["dense", "denseOutline", "densePath", "joint"]);
export const pathVectorFeatures: ReadonlySet<Feature> = new Set(["densePath"]);
