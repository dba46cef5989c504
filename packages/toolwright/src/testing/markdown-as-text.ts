/** What vite and vitest need to import `description.md` as text, like esbuild's text loader does. */
export interface MarkdownPlugin {
  readonly name: string;
  readonly enforce: "pre";
  transform(source: string, id: string): string | undefined;
}

/** For `plugins` of a vitest config, so that tests see the same text as the bundle. */
export function markdownAsText(): MarkdownPlugin {
  return {
    name: "markdown-as-text",
    enforce: "pre",
    transform: (source, id) => (id.endsWith(".md") ? `export default ${JSON.stringify(source)}` : undefined),
  };
}
