/** What is read of a project without being asked for by name: larger files are hardly written by people. */
export const maxIndexedBytes = 1024 * 1024;

/** Data of that size is no configuration any more; its keys would drown the names of code. */
export const maxDataBytes = 128 * 1024;

/** Such lines are written by programs that save space. */
export function isMinified(path: string, text: string): boolean {
  if (/[.-]min\.(?:js|mjs|cjs|css)$/i.test(path)) return true;
  if (text.length < minMinified) return false;
  let lines = 1;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
  return text.length / lines > maxMeanLine;
}

const minMinified = 20_000;
const maxMeanLine = 400;
