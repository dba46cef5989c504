import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openKit, type OutriderKit } from "../../../test/support/outrider-kit.ts";

export interface SignatureKit {
  readonly kit: OutriderKit;
  /** The answer; a dry run before wrote nothing. */
  change(input: Readonly<Record<string, unknown>>): Promise<string>;
  text(path: string): string;
  /** Every byte is back after an undo. */
  undo(): Promise<void>;
  /** What a program says of the project; undefined where there is none on this machine. */
  judge(program: string, ...args: readonly string[]): string | undefined;
}

/** Changes signatures in a temp project, by syntax alone. */
export async function openSignatureKit(files: Readonly<Record<string, string>>): Promise<SignatureKit> {
  const kit = await openKit(files);
  const texts = (): Readonly<Record<string, string>> =>
    Object.fromEntries(
      readdirSync(kit.root, { recursive: true, encoding: "utf8" })
        .filter((path) => path in files)
        .map((path) => [path, readFileSync(join(kit.root, path), "utf8")]),
    );
  let before = texts();
  return {
    kit,
    async change(input) {
      before = texts();
      const asked = { action: "change_signature", wait: 0, ...input };
      await kit.call("edit_code", { ...asked, dry_run: true });
      expect(texts()).toEqual(before);
      const outcome = await kit.call("edit_code", asked);
      if (outcome.status === "ok") return outcome.text;
      expect(texts()).toEqual(before);
      return `${outcome.status} ${outcome.error.code}: ${outcome.error.message}`;
    },
    text: (path) => readFileSync(join(kit.root, path), "utf8"),
    async undo() {
      await kit.read("edit_code", { action: "undo" });
      expect(texts()).toEqual(before);
    },
    judge(program, ...args) {
      const { stdout, stderr, error, status } = spawnSync(program, args, { cwd: kit.root, encoding: "utf8" });
      if (error !== undefined) return undefined;
      return status === 0 ? "fine" : `${stdout}\n${stderr}`;
    },
  };
}

export const tsc = join(import.meta.dirname, "../../../../../node_modules/.bin/tsc");
if (!existsSync(tsc)) throw new Error("There is no tsc.");
