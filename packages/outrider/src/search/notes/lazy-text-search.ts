import { createLazy, type Lazy } from "../../workspace/lifetime/lazy.ts";
import type { TextSearch, TextSearchOptions } from "./text-search.ts";

/** Loads its code with the first question: most sessions never need it. */
export function createLazyTextSearch(options: TextSearchOptions): Lazy<TextSearch> {
  return createLazy(async () => {
    const { openTextSearch } = await import("./open-text-search.ts");
    return openTextSearch(options);
  });
}
