import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { encodings } from "../../../test/support/writer-encodings.ts";
import { makeTempPlace } from "../../../test/support/temp-project.ts";
import { openWriterKit } from "../../../test/support/writer-kit.ts";
import { proofSize } from "../../../../toolwright/test/proof-size.ts";

const signal = new AbortController().signal;

const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "{", "\t", "0") });
const eol = fc.constantFrom("\n", "\r\n", "\r");
const lines = fc.array(fc.tuple(line, eol), { maxLength: 8 }).map((all) => all.flat().join(""));
const modes = fc.constantFrom(0o644, 0o755, 0o600, 0o664, 0o750);

test.each(Object.entries(encodings))(
  "in %s everything outside an edit is kept byte for byte, with mode and link",
  async (_, encode) => {
    const { root } = makeTempPlace({ file: "" });
    const file = join(root, "file");
    symlinkSync("file", join(root, "link"));
    const { files, writer } = openWriterKit(root);
    await fc.assert(
      fc.asyncProperty(
        lines,
        lines,
        line,
        lines,
        modes,
        fc.boolean(),
        async (before, old, added, after, mode, byLink) => {
          writeFileSync(file, encode(`${before}<${old}>${after}`));
          chmodSync(file, mode);
          const located = await files.locate(byLink ? "link" : "file", "write");
          await writer.edit(located, ({ text }) => text.replace(/<[^>]*>/, () => `<${added}>`), { signal });
          expect(readFileSync(file).toString("hex")).toBe(encode(`${before}<${added}>${after}`).toString("hex"));
          expect(statSync(file).mode & 0o7777).toBe(mode);
          expect(lstatSync(join(root, "link")).isSymbolicLink()).toBe(true);
        },
      ),
      { numRuns: proofSize(60, 15) },
    );
  },
);
