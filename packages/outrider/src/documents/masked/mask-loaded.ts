import { valueMask } from "../../workspace/secrets/mask-values.ts";
import { dataFormatOf } from "../data/data-format.ts";
import type { LineSource, ReadLine, ReadOptions } from "../text/line-source.ts";
import type { LoadedText } from "../text/load-text.ts";
import { memoryLines } from "../text/memory-lines.ts";

/**
 * A text whose secrets are masked before it is cut into windows: a window may begin in the middle of a private key, where nothing
 * tells what the lines are. `mask` keeps lines as lines.
 */
export function maskLoaded(name: string, loaded: LoadedText, mask: (text: string) => string): LoadedText {
  if (loaded.text === undefined) return { ...loaded, lines: maskWindows(loaded.lines, mask) };
  const text = mask(loaded.text);
  if (text === loaded.text) return loaded;
  // For parsers: a star begins an alias in YAML.
  const parsed = dataFormatOf(name) === "yaml" ? text.replaceAll(bareMask, `"${valueMask}"`) : text;
  return { ...loaded, text: parsed, lines: memoryLines(text) };
}

const bareMask = /(?<=[:-][ \t]{1,20})\*{3}masked\*{3}(?=[ \t]*$)/gm;

/** As many lines as the longest private key has. */
const linesBefore = 520;

/** Lines of a text too large for memory, each window masked together with what stands before it. */
function maskWindows(source: LineSource, mask: (text: string) => string): LineSource {
  return {
    ...source,
    async read(ranges, options) {
      const result = await source.read(ranges, options);
      const lines: ReadLine[] = [];
      for (const window of windowsOf(result.lines)) lines.push(...(await maskWindow(source, window, options, mask)));
      return { ...result, lines };
    },
  };
}

async function maskWindow(
  source: LineSource,
  window: readonly ReadLine[],
  { signal }: ReadOptions,
  mask: (text: string) => string,
): Promise<readonly ReadLine[]> {
  const first = window[0]?.index ?? 0;
  const range = { start: Math.max(0, first - linesBefore), end: first };
  const options = { column: 0, lineChars: 200, totalChars: linesBefore * 200, signal };
  const before = first === 0 ? [] : (await source.read([range], options)).lines;
  const masked = mask([...before, ...window].map(({ text }) => text).join("\n")).split("\n");
  return window.map((line, at) => ({ ...line, text: masked[before.length + at] ?? valueMask }));
}

/** Lines that follow one another. */
function windowsOf(lines: readonly ReadLine[]): readonly (readonly ReadLine[])[] {
  const windows: ReadLine[][] = [];
  for (const line of lines) {
    const last = windows.at(-1);
    if (last?.at(-1)?.index === line.index - 1) last.push(line);
    else windows.push([line]);
  }
  return windows;
}
