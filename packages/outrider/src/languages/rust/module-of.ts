import type { ModuleOfFile } from "../modules/module-facts.ts";

/** `src/a/b.rs` and `src/a/b/mod.rs` are `mod b;` in `src/a.rs` or `src/a/mod.rs`; at the top of a crate in `lib.rs` or `main.rs`. */
export function moduleOf(file: string): ModuleOfFile | undefined {
  const found = /^(.*?)([^/]+)\.rs$/.exec(file.replace(/\/mod\.rs$/, ".rs"));
  const [, folder = "", name = ""] = found ?? [];
  if (found === null || /^(?:lib|main|mod)$/.test(name)) return undefined;
  const parent = folder === "" ? [] : [`${folder.slice(0, -1)}.rs`];
  return { name, files: [...parent, `${folder}mod.rs`, `${folder}lib.rs`, `${folder}main.rs`] };
}
