import { describe } from "./doc-text.ts";

export type Section = { readonly heading: string; readonly text: string };

const dull =
  /^(installation|install|license|contributing|contributors?|changelog|table of contents|contents|authors?|credits|links|references|todo|index|overview|introduction|about|usage|example|examples|see also|requirements|support|status|badges?|acknowledge?ments|\d+\.\d+.*)$/i;

/** A heading with its first sentence, and the rest of its section. Markdown and reStructuredText. */
export function sectionsOf(text: string): Section[] {
  const lines = text.split("\n");
  const sections: Section[] = [];
  let title = "";
  let body: string[] = [];
  const flush = (): void => {
    const section = asSection(title, body);
    if (section !== undefined) sections.push(section);
  };
  let fenced = false;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced;
    const next = lines[at + 1] ?? "";
    const underlined =
      !fenced && /^[=\-~^"]{4,}\s*$/.test(next) && /^\w/.test(line) && next.trim().length >= line.trim().length - 1;
    const hashed = fenced ? null : /^#{1,5}\s+(.+?)\s*#*$/.exec(line);
    if (!underlined && hashed === null) {
      body.push(line);
      continue;
    }
    flush();
    title = hashed?.[1] ?? line.trim();
    body = [];
    if (underlined) at += 1;
  }
  flush();
  return sections;
}

function asSection(title: string, body: readonly string[]): Section | undefined {
  const clean = title.replace(/<[^>]+>|[`*]|\[!\[.*|\{#.*\}/g, " ").trim();
  if (clean.length < 3 || clean.length > 90 || body.length > 400) return undefined;
  const start = body.findIndex((line) => line.trim() !== "");
  if (start === -1) return undefined;
  const end = body.findIndex((line, at) => at > start && line.trim() === "");
  const first = describe(body.slice(start, end === -1 ? undefined : end))?.split(/(?<=[.!?])\s/)[0];
  const rest = body
    .slice(end === -1 ? body.length : end)
    .join("\n")
    .slice(0, 2500);
  if (dull.test(clean) && first === undefined) return undefined;
  // Too little behind the first sentence: the heading alone asks for the whole.
  if (rest.length < 120) {
    const all = body.join("\n").slice(0, 2500);
    return all.length < 100 || dull.test(clean) || !clean.includes(" ") ? undefined : { heading: clean, text: all };
  }
  return { heading: first === undefined ? clean : `${dull.test(clean) ? "" : clean} ${first}`, text: rest };
}
