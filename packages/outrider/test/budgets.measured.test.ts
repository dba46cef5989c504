import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { expectWithin } from "./support/budgets.ts";
import { openServedOutrider, type ServedOutrider } from "./support/served-outrider.ts";

test("a server answers soon after bare Node would have ended", async () => {
  const bare: number[] = [];
  const served: number[] = [];
  for (let round = 0; round < 7; round += 1) {
    bare.push(timed(() => spawnSync(process.execPath, ["-e", "0"])));
    const startedAt = performance.now();
    const { child } = await openServedOutrider();
    served.push(performance.now() - startedAt);
    child.kill();
  }
  expectWithin(
    "start: until `initialize` is answered, as a multiple of `node -e 0`",
    Math.min(...served) / Math.min(...bare),
  );
});

test.runIf(process.platform === "linux")("a server takes little memory, idle and with an index", async () => {
  expectWithin("memory of a server that was asked nothing, MB", residentMegabytes(await openServedOutrider()));
  const files = Array.from({ length: 1_000 }, (_, index) => [`src/part${index}.ts`, sourceFile(index)]);
  const served = await openServedOutrider(Object.fromEntries(files));
  expect(await served.call("symbols", { name: "part999Total" })).toContain("part999.ts");
  expect(await served.call("semantic_search", { query: "sum of the prices in a basket" })).toContain("src/part");
  expectWithin("memory of a server with 1,000 files indexed, MB", residentMegabytes(served));
});

function timed(work: () => unknown): number {
  const startedAt = performance.now();
  work();
  return performance.now() - startedAt;
}

function residentMegabytes({ child }: ServedOutrider): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1_000;
}

function sourceFile(index: number): string {
  return `/** Adds up the prices of basket ${index}. */
export function part${index}Total(prices: readonly number[]): number {
  return prices.reduce((sum, price) => sum + price, 0);
}

export class Part${index} {
  readonly #prices: number[] = [];
  add(price: number): void {
    this.#prices.push(price);
  }
  total(): number {
    return part${index}Total(this.#prices);
  }
}
`;
}
