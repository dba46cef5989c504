import { tookTooLong } from "../../syntax/workers/messages.ts";
import type { ContentKey } from "../stores/vector-store.ts";

/** The same bytes read as another language have other chunks, and so they have without their symbols. */
export function contentKey(
  hash: string,
  { language, note }: { language: string; note?: string | undefined },
): ContentKey {
  return `${hash}.${language === "" ? "text" : language}${note === tookTooLong ? "-unparsed" : ""}`;
}
