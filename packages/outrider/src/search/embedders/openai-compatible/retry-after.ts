/** How long a server wants to be left alone, in milliseconds: seconds or a date, or OpenAI's own milliseconds. */
export function parseRetryAfter(headers: Headers, now: number): number | undefined {
  const exact = Number(headers.get("retry-after-ms") ?? Number.NaN);
  if (exact >= 0) return exact;
  const told = headers.get("retry-after");
  if (told === null) return undefined;
  if (/^\s*\d+(?:\.\d+)?\s*$/.test(told)) return Number(told) * 1_000;
  const date = Date.parse(told);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
