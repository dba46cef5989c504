import { type Replacement, replaceParts } from "../replace-parts.ts";

/** Removes newer Rust that the grammar cannot parse. Comments and strings are passed over. */
export function repairRust(text: string): string {
  const parts: Replacement[] = [];
  for (const { index, 0: found, groups } of text.matchAll(pattern)) {
    if (groups?.passed !== undefined) continue;
    const end = index + found.length;
    if (groups?.raw !== undefined) {
      // A value with this name: the grammar expects `&raw const` and `&raw mut`.
      parts.push({ start: end - 3, end, by: "_aw" });
    } else if (groups?.named !== undefined) {
      // A macro with the name of a type.
      parts.push({ start: index, end, by: `_${found.slice(1)}` });
    } else if (groups?.hidden !== undefined) {
      const start = end - groups.hidden.length;
      parts.push({ start, end });
    }
  }
  return replaceParts(text, parts);
}

const passed =
  /\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)|\b(?:br|cr|r)(?<hashes>#*)"[^]*?(?:"\k<hashes>(?!#)|$)|"(?:[^"\\]|\\[^])*"|'(?:[^'\\\n]|\\[^']{1,10})'/
    .source;
const raw = /&\s*raw\b(?!\s+(?:const|mut)\b)/.source;
const named = /\b(?:str|bool|char|[iu](?:8|16|32|64|128|size)|f32|f64)(?=!\s*[([{])/.source;
/** Words before what they say something about: `unsafe extern {`, `safe fn`, `async ||`, `gen {`, `use<'a, T>` in a bound. */
const hidden =
  /\bunsafe(?=\s+extern\s*(?:"[^"\n]*"\s*)?\{)|\bsafe(?=\s+(?:fn|static)\b)|\b(?:async\s+)?gen(?=\s+(?:move\s*)?\{)|\basync(?=\s+(?:move\s*)?\|)|\+\s*use<[^>\n]*>/
    .source;
/** `#[cfg(…)]` in front of a field of a pattern: `let S { a, #[cfg(x)] b, #[cfg(y)] c: _ } = s`. */
const conditional =
  /#\[\s*(?:cfg|cfg_attr|allow|expect|warn)\((?:[^()[\]]|\((?:[^()[\]]|\([^()[\]]{0,300}\)){0,300}\)){0,300}\)\s*\](?=\s*(?:ref\s+)?(?:mut\s+)?[a-z_]\w*\s*(?:[,}]|:(?!:)))/
    .source;
const pattern = new RegExp(
  `(?<passed>${passed})|(?<raw>${raw})|(?<named>${named})|(?<hidden>${hidden}|${conditional})`,
  "g",
);
