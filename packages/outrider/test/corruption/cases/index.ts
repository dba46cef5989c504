import type { CorruptionCase } from "../case.ts";
import { written } from "../variants.ts";
import { bash } from "./bash.ts";
import { bytes } from "./bytes.ts";
import { c } from "./c.ts";
import { calls } from "./calls.ts";
import { cpp } from "./cpp.ts";
import { csharp } from "./csharp.ts";
import { go } from "./go.ts";
import { java } from "./java.ts";
import { javascript } from "./javascript.ts";
import { kotlin } from "./kotlin.ts";
import { php } from "./php.ts";
import { python } from "./python.ts";
import { pythonShapes } from "./python-shapes.ts";
import { renames, serverRenames } from "./renames.ts";
import { ruby } from "./ruby.ts";
import { rust } from "./rust.ts";
import { signatures } from "./signatures.ts";
import { tsx } from "./tsx.ts";
import { typescriptClasses } from "./typescript-classes.ts";
import { typescriptValues } from "./typescript-values.ts";

/** Cases by what they are about; none of these needs a language server. */
export const caseGroups: Readonly<Record<string, readonly CorruptionCase[]>> = {
  typescript: [...typescriptValues, ...typescriptClasses],
  tsx,
  javascript,
  python: [...python, ...pythonShapes],
  go,
  rust,
  cpp,
  c,
  java,
  ruby,
  php,
  csharp,
  kotlin,
  bash,
  bytes,
  calls,
  renames,
  signatures,
};

const plain = Object.entries(caseGroups)
  .filter(([group]) => !["bytes", "renames", "signatures"].includes(group))
  .map(([group, all]) => ({ group, done: all.filter(({ accepted }) => accepted.length > 0) }));

/** Of the cases that have a right result one of four, over files whose lines end with CRLF. */
export const crlfCases: readonly CorruptionCase[] = written(
  plain.flatMap(({ done }) => done.filter((_, index) => index % 4 === 1)),
  "crlf",
);

/** Some cases of each language with a byte order mark, and in UTF-16. */
export const markedCases: readonly CorruptionCase[] = plain
  .filter(({ group }) => group !== "bash")
  .flatMap(({ done }) => [
    ...written(done.slice(0, 1), "bom"),
    ...written(done.slice(2, 3), "bom and crlf"),
    ...written(done.slice(4, 5), "utf-16le"),
    ...written(done.slice(6, 7), "utf-16be"),
  ]);

export const serverCases: readonly CorruptionCase[] = serverRenames;

export const cases: readonly CorruptionCase[] = [
  ...Object.values(caseGroups).flat(),
  ...crlfCases,
  ...markedCases,
  ...serverCases,
];
