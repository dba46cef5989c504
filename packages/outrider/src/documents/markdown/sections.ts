import type { Section } from "./nest-headings.ts";
import { parseOutline, sectionsOf } from "./outline.ts";

export type { Section } from "./nest-headings.ts";

/** Top-level headings, in order; those in fences, quotes, lists, HTML and front matter are content. */
export function findSections(text: string): readonly Section[] {
  return sectionsOf(parseOutline(text));
}

/** Whether headings and front matter are to be expected, judging by the name. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown|mdown|mkdn?|mdc|qmd|rmd)$/i.test(path);
}
