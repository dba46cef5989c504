/** Whether headings and front matter are to be expected, by the name. */
export function isMarkdown(path: string): boolean {
  return /\.(?:md|mdx|markdown|mdown|mkdn?|mdc|qmd|rmd)$/i.test(path);
}
