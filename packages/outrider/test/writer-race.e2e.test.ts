import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { makeTempPlace } from "./support/temp-project.ts";
import { openWriterKit } from "./support/writer-kit.ts";
import { startLinkSwapper } from "./support/writer-processes.ts";
import { proofSize } from "../../toolwright/test/proof-size.ts";

const signal = new AbortController().signal;

test("while a directory is swapped for a link all the time, nothing outside is read, written, moved or removed", async (context) => {
  context.skip(process.platform !== "linux", "elsewhere the check is by path and weaker, as the documentation says");
  const { root, outside } = makeTempPlace();
  mkdirSync(join(root, "d"));
  for (const name of ["a", "b"]) {
    writeFileSync(join(root, "d", name), "inside");
    writeFileSync(join(outside, name), "secret");
  }
  writeFileSync(join(root, "mine"), "inside");
  const { files, writer } = openWriterKit(root);
  const attacker = startLinkSwapper(join(root, "d"), outside);
  await attacker.ready;
  const tally = { done: 0, refused: 0 };
  const other = new Set<string>();
  const attempt = async (action: () => Promise<unknown>): Promise<void> => {
    try {
      await action();
      tally.done += 1;
    } catch (error) {
      tally.refused += 1;
      if (!isToolError(error)) other.add(String(error));
    }
  };
  const at = (path: string) => files.locate(path, "write");
  const leaks: string[] = [];
  const change = ({ text }: { readonly text: string }): string => {
    if (text.includes("secret")) leaks.push(text);
    return `${text.slice(0, 6)} ${tally.done}`;
  };
  const begun = performance.now();
  // A busy machine gets more time, so that enough writes fall into the gaps.
  const isEnough = (): boolean =>
    performance.now() - begun > (Math.min(tally.done, tally.refused) > 30 ? proofSize(5_000, 1_000) : 180_000);
  for (let round = 0; !isEnough(); round += 1) {
    await attempt(async () => writer.edit(await at("d/a"), change, { signal }));
    await attempt(async () => writer.create(await at(`d/new-${round}`), "x", { signal }));
    await attempt(async () => writer.create(await at(`d/e-${round}/f/new`), "x", { signal }));
    await attempt(async () => {
      const made = await at(`d/g-${round}/h/new`);
      const file = await at("d/a");
      const { hash } = await files.readText(file);
      const edit = { kind: "edit", file, hash, text: `inside ${round}` } as const;
      await writer.change([{ kind: "create", file: made, text: "x" }, edit], { signal, title: "both" });
      await writer.undo(undefined, { signal });
    });
    await attempt(async () => writer.move(await at("mine"), await at("d/mine"), { signal }));
    await attempt(async () => writer.move(await at("d/mine"), await at("mine"), { signal }));
    await attempt(async () => writer.remove(await at("d/b"), { signal }));
    await attempt(() => writer.restore("newest", { signal }));
  }
  attacker.child.kill("SIGTERM");
  const { output } = await attacker.end;
  expect(leaks).toEqual([]);
  expect(readdirSync(outside)).toEqual(["a", "b"]);
  expect(["a", "b"].map((name) => readFileSync(join(outside, name), "utf8"))).toEqual(["secret", "secret"]);
  expect([...other]).toEqual([]);
  expect(tally.done).toBeGreaterThan(20);
  expect(tally.refused).toBeGreaterThan(20);
  console.log(`${output.split("\n")[1] ?? ""}: ${tally.done} writes done, ${tally.refused} refused, 0 outside`);
});
