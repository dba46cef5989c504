import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { languages } from "../../src/languages/index.ts";
import { checkEdit } from "../../src/syntax/edit/check-edit.ts";
import { extractSymbols } from "../../src/syntax/extract/extract-symbols.ts";
import { harmlessEdits } from "./harmless-edits.ts";
import { isFullProof, proofCases } from "../../../toolwright/test/proof-size.ts";

const folders = fileURLToPath(new URL("../../src/languages/", import.meta.url));

const inserts = ["insert before", "insert after", "insert with space after"];

/** Those that do harm. */
const harmful: Readonly<Record<string, readonly string[]>> = {
  // A function whose head is in the branches of a conditional: its copy takes one half of that with it.
  "device.c": inserts.map((what) => `${what} measure`),
  // Without it `Color` is a member.
  "cart.dart": ["put back Color/green"],
  // The grammar reads no attribute behind a parameter.
  "macros.c": [...inserts, "put back"].map((what) => `${what} swap_blocks`),
  // It goes on from the line above.
  Dockerfile: ["insert before build/PATH", "put back build/PATH"],
  // The last argument of a call.
  "analysis.R": inserts.map((what) => `${what} Queue/size`),
  // What is left of the class is a pragma alone.
  "Shapes.hs": ["remove HasName/nameOf", "put back HasName/nameOf"],
  // A line right above an underlined heading is a part of it.
  "guide.md": ["insert before Underlined"],
};

describe.each(languages.map((language) => [language.id, language] as const))("%s", (id, language) => {
  const sources = readdirSync(`${folders}${id}/fixtures`).filter((name) => !name.endsWith(".symbols"));

  test.each(sources)("%s: an edit that changes nothing else raises no alarm", async (file) => {
    const text = readFileSync(`${folders}${id}/fixtures/${file}`, "utf8");
    const found = await extractSymbols(language, { file, text });
    const alarms: string[] = [];
    // Every edit of every symbol takes minutes: in a sample every second symbol gets one of them in turn.
    for (const [index, symbol] of proofCases([...(found?.symbols ?? []).entries()], 6)) {
      const edits = harmlessEdits(text, symbol);
      for (const edit of isFullProof ? edits : [edits[index % edits.length] ?? edits[0]]) {
        if (edit === undefined || harmful[file]?.includes(edit.what) === true) continue;
        const check = await checkEdit(language, { file, text: edit.text }, edit.replacements);
        const told = [...(check?.faults ?? []), ...(check?.disturbed ?? [])];
        const isOnly = edit.what.startsWith("remove");
        if (check === undefined || (told.length > 0 && !(isOnly && check.faults.length > 0)))
          alarms.push(`${edit.what}: ${JSON.stringify(told[0])}`);
      }
    }
    expect(alarms).toEqual([]);
  });
});
