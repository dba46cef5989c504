import { writeFileSync } from "node:fs";

/**
 * One shard: planes of bytes, each compressible by itself, and an index of them in front. Ids of a bag are sorted and stored as
 * differences in two planes (low and high byte), their counts in a third; `train.py` reads it without a loop over pairs.
 */
export function createShard() {
  const planes = new Map<string, number[][]>();
  const plane = (name: string): number[] => {
    let chunks = planes.get(name);
    if (chunks === undefined) planes.set(name, (chunks = [[]]));
    let last = chunks.at(-1);
    if (last === undefined || last.length >= 1 << 20) chunks.push((last = []));
    return last;
  };
  let pairs = 0;

  function addBag(side: "q" | "c", bag: ReadonlyMap<number, number>): void {
    const ids = [...bag.keys()].sort((a, b) => a - b);
    plane(`${side}.length`).push(ids.length);
    const [low, high, count] = [plane(`${side}.low`), plane(`${side}.high`), plane(`${side}.count`)];
    let previous = 0;
    for (const id of ids) {
      low.push((id - previous) & 255);
      high.push((id - previous) >>> 8);
      count.push(Math.min(bag.get(id) ?? 1, 255));
      previous = id;
    }
  }

  return {
    get pairs(): number {
      return pairs;
    },
    add(pair: {
      kind: number;
      language: number;
      package: number;
      query: ReadonlyMap<number, number>;
      code: ReadonlyMap<number, number>;
    }): void {
      plane("kind").push(pair.kind);
      plane("language").push(pair.language);
      for (let byte = 0; byte < 3; byte += 1) plane(`package.${byte}`).push((pair.package >>> (8 * byte)) & 255);
      addBag("q", pair.query);
      addBag("c", pair.code);
      pairs += 1;
    },
    write(path: string): void {
      const parts = [...planes].map(([name, chunks]) => ({
        name,
        bytes: Buffer.concat(chunks.map((chunk) => Uint8Array.from(chunk))),
      }));
      const index = Buffer.from(
        JSON.stringify({ pairs, planes: parts.map(({ name, bytes }) => [name, bytes.length]) }),
      );
      const size = Buffer.alloc(4);
      size.writeUInt32LE(index.length);
      writeFileSync(path, Buffer.concat([size, index, ...parts.map(({ bytes }) => bytes)]));
    },
  };
}
