/** Words as numbers, with in how many pairs and in how many packages each was seen. */
export function createInterned() {
  const ids = new Map<string, number>();
  const words: string[] = [];
  let pairs = new Uint32Array(1 << 20);
  let packages = new Uint32Array(1 << 20);
  let lastPair = new Int32Array(1 << 20).fill(-1);
  let lastPackage = new Int32Array(1 << 20).fill(-1);

  function grow(): void {
    const size = pairs.length * 2;
    pairs = copied(new Uint32Array(size), pairs);
    packages = copied(new Uint32Array(size), packages);
    lastPair = copied(new Int32Array(size).fill(-1), lastPair);
    lastPackage = copied(new Int32Array(size).fill(-1), lastPackage);
  }

  return {
    words,
    see(word: string, pair: number, inPackage: number): number {
      let id = ids.get(word);
      if (id === undefined) {
        id = words.length;
        ids.set(word, id);
        words.push(word);
        if (id >= pairs.length) grow();
      }
      if (lastPair[id] !== pair) {
        lastPair[id] = pair;
        pairs[id] = (pairs[id] ?? 0) + 1;
        if (lastPackage[id] !== inPackage) {
          lastPackage[id] = inPackage;
          packages[id] = (packages[id] ?? 0) + 1;
        }
      }
      return id;
    },
    pairsWith: (id: number): number => pairs[id] ?? 0,
    packagesWith: (id: number): number => packages[id] ?? 0,
  };
}

function copied<T extends Uint32Array | Int32Array>(target: T, source: T): T {
  target.set(source);
  return target;
}

/** Numbers appended one by one without a limit of one array's size. */
export function createNumbers() {
  const size = 1 << 24;
  const chunks: Uint32Array[] = [];
  let length = 0;
  return {
    get length(): number {
      return length;
    },
    push(value: number): void {
      if (length % size === 0) chunks.push(new Uint32Array(size));
      const chunk = chunks.at(-1);
      if (chunk !== undefined) chunk[length % size] = value;
      length += 1;
    },
    at: (index: number): number => chunks[index >>> 24]?.[index & (size - 1)] ?? 0,
  };
}
