import type { Output } from "./schema.ts";

/** Paths of a library's files as any tool takes them back. */
export function showPrefixed(output: Output, prefix: string): Output {
  const { declared, also_declared, files, unread, left_out, same_name, overflow } = output;
  const named = <Row extends { readonly file: string }>(row: Row): Row => ({ ...row, file: prefix + row.file });
  const shown = (paths: readonly string[]): string[] => paths.map((path) => prefix + path);
  return {
    ...output,
    declared: prefix + declared,
    also_declared: shown(also_declared),
    files: files.map(named),
    unread: shown(unread),
    left_out: left_out.map((each) => ({ ...each, examples: shown(each.examples) })),
    same_name: { ...same_name, examples: shown(same_name.examples) },
    ...(overflow?.by_file === undefined ? {} : { overflow: { ...overflow, by_file: overflow.by_file.map(named) } }),
  };
}
