import { nearestName } from "toolwright";

/** The topic that was most likely meant by a name that is none; undefined for a question, even if it begins or ends with a topic. */
export function findSlip(given: string, topics: readonly string[]): string | undefined {
  const nearest = nearestName(given, topics);
  return nearest !== undefined && countWords(given) <= countWords(nearest) ? nearest : undefined;
}

function countWords(name: string): number {
  return name.split(/[\s_-]+/).filter((word) => word !== "").length;
}
