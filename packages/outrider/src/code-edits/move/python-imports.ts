/** `from a import b, c`, in the lines that the statement had. */
export function renderFrom(source: string, names: readonly string[], before = ""): string {
  const inner = /\(\s*\n([ \t]*)/.exec(before)?.[1];
  if (inner === undefined || names.length < 2) {
    const list = names.join(", ");
    return `from ${source} import ${before.includes("(") && names.length > 1 ? `(${list})` : list}`;
  }
  const last = /\n([ \t]*)\)\s*$/.exec(before)?.[1] ?? "";
  return `from ${source} import (\n${names.map((name) => `${inner}${name},\n`).join("")}${last})`;
}
