import { findSections } from "../../documents/markdown/sections.ts";
import type { SearchableText, TextHit, TextSearch } from "../../search/notes/text-search.ts";
import { splitLines } from "../../workspace/text/line-ends.ts";
import type { GuidePage } from "./guide-page.ts";

/** The part of a page below one heading, without its subsections. */
export interface PageSection extends SearchableText {
  readonly topic: string;
  /** Empty before the first heading. */
  readonly heading: string;
}

// More would cost the reader more than the list of all topics.
const maxShown = 5;
// A section this much better than the next is the answer.
const clearlyBetter = 1.4;

/** The sections of all pages that answer a question, as text: the best in full if it clearly wins; undefined if none matches. */
export async function searchPages(
  sections: readonly PageSection[],
  question: string,
  { texts, signal }: { readonly texts: TextSearch; readonly signal: AbortSignal },
): Promise<string | undefined> {
  const { found } = await texts.search(sections, question, { limit: maxShown, signal });
  const [best, ...others] = found;
  if (best === undefined) return undefined;
  if (best.score < clearlyBetter * (others[0]?.score ?? 0)) return found.map(showHit).join("\n");
  const { item } = best;
  const whole = `${nameOf(item)}:\n\n${item.body.trim()}`;
  return others.length === 0 ? whole : `${whole}\n\nSee also:\n${others.map(showHit).join("\n")}`;
}

function showHit({ item, excerpt }: TextHit<PageSection>): string {
  return `${nameOf(item)}: ${excerpt}`;
}

function nameOf({ topic, heading }: PageSection): string {
  return heading === "" || heading === topic ? topic : `${topic}, ${heading}`;
}

export function sectionsOfPages(pages: readonly GuidePage[]): readonly PageSection[] {
  return pages.flatMap(({ topic, title, text }) => {
    const lines = splitLines(text);
    const starts = [{ startLine: 0, contentLine: 0, title: "" }, ...findSections(text)];
    return starts.flatMap(({ contentLine, title: heading }, index): PageSection[] => {
      const body = lines.slice(contentLine, starts[index + 1]?.startLine).join("");
      const source = { topic, heading };
      return body.trim() === ""
        ? []
        : [{ id: topic, title: heading === "" ? title : heading, body, source, ...source }];
    });
  });
}
