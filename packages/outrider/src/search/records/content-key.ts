import type { ContentKey } from "../stores/vector-store.ts";

/** The same bytes read as another language have other chunks. */
export function contentKey(hash: string, language: string): ContentKey {
  return `${hash}.${language === "" ? "text" : language}`;
}
