import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export interface TempPlace {
  /** Everything of this test, real path; gone when it ends. */
  readonly base: string;
  /** A project inside it. */
  readonly root: string;
  /** A directory beside the project, for what must stay out of reach. */
  readonly outside: string;
  readonly temp: string;
}

/** A directory with a project, a directory beside it, and one that stands for the system's temp directory. */
export function makeTempPlace(files: Readonly<Record<string, string | Uint8Array>> = {}): TempPlace {
  const base = realpathSync.native(mkdtempSync(join(tmpdir(), "outrider-")));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  const place = { base, root: join(base, "project"), outside: join(base, "outside"), temp: join(base, "temp") };
  for (const directory of [place.root, place.outside, place.temp]) mkdirSync(directory);
  writeFiles(place.root, files);
  return place;
}

export function writeFiles(root: string, files: Readonly<Record<string, string | Uint8Array>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
}
