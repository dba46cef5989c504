import { chmodSync } from "node:fs";
import { join } from "node:path";
import { writeFiles } from "./temp-project.ts";
import type { Wanted } from "./writer-changes.ts";

const numbers = Array.from({ length: 50 }, (_, index) => index);

/** Fifty files in some directories, one of five with another mode. */
export function makeFiftyFiles(root: string): void {
  writeFiles(root, Object.fromEntries(numbers.map((each) => [pathOf(each), `old ${each}\r\n`.repeat(each + 1)])));
  for (const each of numbers.filter((one) => one % 5 === 0)) chmodSync(join(root, pathOf(each)), 0o750);
}

/** What a rename does and more: most are edited, some are moved, removed and made. */
export const fiftyChanges: readonly Wanted[] = numbers.map((each): Wanted => {
  const path = pathOf(each);
  if (each % 10 === 3) return { path, to: `moved/to-${each % 20}/${each}.ts`, text: `moved ${each}\r\n` };
  if (each % 10 === 5) return { path, to: `${path}.moved` };
  if (each % 10 === 7) return { path };
  if (each % 10 === 9) return { path: `made/in-${each % 20}/${each}.ts`, text: `made ${each}\n` };
  return { path, text: `new ${each}\r\n`.repeat(each + 2) };
});

function pathOf(each: number): string {
  return `src/d${each % 4}/${each}.ts`;
}
