const maxErrors = 8;
const headLines = 6;
const tailLines = 10;
const maxLine = 160;
const looksWrong =
  /\b(?:error|fatal|panic|exception|traceback|failed|failure|cannot|undefined reference|not found|denied)\b/i;

/** The first and last lines, and between them numbered lines that look like errors. */
export function summariseGeneric(text: string): string {
  const lines = text.replace(/\n$/, "").split("\n");
  if (lines.length <= headLines + tailLines) return lines.map(cut).join("\n");
  const tailStart = lines.length - tailLines;
  const wrong = lines
    .map((line, index) => ({ line, index }))
    .filter(({ line, index }) => index >= headLines && index < tailStart && looksWrong.test(line));
  const shown = wrong.slice(0, maxErrors).map(({ line, index }) => `${index + 1}: ${cut(line.trim())}`);
  const more = wrong.length > maxErrors ? [`… ${wrong.length - maxErrors} more lines that look like errors`] : [];
  const between =
    shown.length === 0
      ? [`… ${tailStart - headLines} lines`]
      : [`… ${tailStart - headLines} lines, of which look like errors:`, ...shown, ...more, "…"];
  return [...lines.slice(0, headLines).map(cut), ...between, ...lines.slice(tailStart).map(cut)].join("\n");
}

function cut(line: string): string {
  return line.length > maxLine ? `${line.slice(0, maxLine)}… (${line.length} characters)` : line;
}
