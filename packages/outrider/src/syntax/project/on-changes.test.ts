import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSymbolsKit } from "../../../test/support/symbols-kit.ts";
import { writeFiles } from "../../../test/support/temp-project.ts";
import type { DiskChanges } from "../project-symbols.ts";

const { signal } = new AbortController();

test("whatever a look finds is told before its answer, to those who want to hear it", async () => {
  const { root, symbols } = await openSymbolsKit({ "a.ts": "1", "notes.txt": "1", ".env": "TOKEN=1" });
  const told: DiskChanges[] = [];
  const stop = symbols.onChanges((changes) => told.push(changes));
  await symbols.look({ signal });
  expect(told.map(({ added, ...rest }) => ({ added: [...added].sort(), ...rest }))).toEqual([
    { added: ["a.ts", "notes.txt"], changed: [], removed: [], whole: true },
  ]);
  await symbols.look({ signal });
  expect(told).toHaveLength(1);
  writeFiles(root, { "a.ts": "22", "new/b.ts": "1" });
  rmSync(join(root, "notes.txt"));
  await symbols.view({ signal });
  expect(told.slice(1)).toEqual([{ added: ["new/b.ts"], changed: ["a.ts"], removed: ["notes.txt"] }]);
  stop();
  writeFiles(root, { "a.ts": "333" });
  await symbols.look({ signal });
  expect(told).toHaveLength(2);
});
