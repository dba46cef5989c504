import type { Output } from "./schema.ts";

/** Paths of a library's files as any tool takes them back. */
export function showPrefixed(output: Output, prefix: string): Output {
  const { files, names, directories, overflow } = output;
  const named = <Row extends { readonly file: string }>(row: Row): Row => ({ ...row, file: prefix + row.file });
  return {
    ...output,
    files: files.map(named),
    ...(names === undefined ? {} : { names: names.map(named) }),
    ...(directories === undefined
      ? {}
      : { directories: directories.map((each) => ({ ...each, path: prefix + each.path })) }),
    ...(overflow?.by_file === undefined ? {} : { overflow: { ...overflow, by_file: overflow.by_file.map(named) } }),
  };
}
