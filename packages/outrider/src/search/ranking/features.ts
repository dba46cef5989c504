/** The inputs for ranking a content, in the order of the columns. All except `size` are between 0 and 1. */
export const features = [
  // How well its fields match the question (BM25), relative to the best.
  "body",
  "head",
  "doc",
  "name",
  // Its best chunk, and its three best.
  "chunk",
  "chunks",
  // The mean of all its chunks.
  "about",
  // The share of the question covered by the content, and by one chunk.
  "cover",
  "chunkCover",
  // Names covered by the question, and covering it.
  "nameMatch",
  // The share of the question covered by the file's name, and vice versa; and by the folders.
  "stemCover",
  "stemShare",
  "folderCover",
  // How many of the best matches mention it: what they build on.
  "cited",
  // It declares what is asked for; inside what is asked for.
  "exact",
  "qualified",
  // The question mentions its path.
  "place",
  "test",
  "example",
  "legacy",
  "older",
  // For another platform, if there is one for this platform.
  "foreign",
  "vendored",
  "declarations",
  "generated",
  "standsForFolder",
  "size",
  // Similarity of its vectors to the question's: the best chunk, its outline, its path; and the best chunk
  // by words and vectors combined.
  "dense",
  "denseOutline",
  "densePath",
  "joint",
] as const;

export type Feature = (typeof features)[number];

export const featureCount = features.length;

/** The column of a feature. */
export function columnOf(feature: Feature): number {
  return features.indexOf(feature);
}

/** Features that need an embedder, and those that need one that answers at once. */
export const denseFeatures: ReadonlySet<Feature> = new Set(["dense", "denseOutline", "densePath", "joint"]);
export const pathVectorFeatures: ReadonlySet<Feature> = new Set(["densePath"]);
