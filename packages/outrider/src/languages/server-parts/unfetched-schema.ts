/** Whether the JSON or YAML server reports that a file's schema would have to be downloaded. */
export function isUnfetchedSchema({ code, message }: { readonly code: unknown; readonly message: string }): boolean {
  return code === 65_536 && /^Unable to load schema from '(?!file:)/.test(message);
}
