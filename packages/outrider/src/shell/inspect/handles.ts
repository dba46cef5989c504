import { unknownPart, type Word } from "./word.ts";

const handle = /@(?:cmd|out)_[a-z2-7]{16}(?![a-z2-7])/g;

/** A handle becomes the path of a stored output before the command runs: data that another command has written. */
export function markHandles(word: Word): Word {
  // One inside of a script is looked at when the script is.
  const isHandle = word.readings.some((reading) => !/\s/.test(reading) && reading.match(handle) !== null);
  if (!isHandle) return word;
  const readings = word.readings.map((reading) => reading.replaceAll(handle, unknownPart));
  return { ...word, readings, unknown: true, fromProcess: true };
}
