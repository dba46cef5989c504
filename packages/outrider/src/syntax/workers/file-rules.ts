/** Limit for files that are not requested by name: larger files are rarely written by people. */
export const maxIndexedBytes = 1024 * 1024;

/** Larger data is no longer configuration; its keys would drown the names of code. */
export const maxDataBytes = 128 * 1024;

/** Lines this long come from minifiers. */
export function isMinified(path: string, text: string): boolean {
  if (/[.-]min\.(?:js|mjs|cjs|css)$/i.test(path)) return true;
  if (text.length < minMinified) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return text.length / lines > maxMeanLine;
}

const minMinified = 20_000;
const maxMeanLine = 400;
