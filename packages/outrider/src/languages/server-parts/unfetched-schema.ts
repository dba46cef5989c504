/** What the servers for JSON and YAML say of a file whose schema would have to be fetched. */
export function isUnfetchedSchema({ code, message }: { readonly code: unknown; readonly message: string }): boolean {
  return code === 65_536 && /^Unable to load schema from '(?!file:)/.test(message);
}
