import type { TextSearch, TextSearchOptions } from "./text-search.ts";

/** Its code is loaded with the first question: most sessions never need it. */
export function createTextSearch(options: TextSearchOptions): TextSearch {
  let opening: Promise<TextSearch> | undefined;

  async function load(): Promise<TextSearch> {
    const { openTextSearch } = await import("./open-text-search.ts");
    return openTextSearch(options);
  }

  return {
    async search(items, query, searchOptions) {
      opening ??= load();
      return await (await opening).search(items, query, searchOptions);
    },
  };
}
