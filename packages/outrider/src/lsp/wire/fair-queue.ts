export interface FairQueue<Item> {
  add(owner: object, item: Item): void;
  delete(owner: object, item: Item): void;
  /** Removes and returns the next item: owners take turns, and the items of one owner keep their order. */
  take(): Item | undefined;
  values(): readonly Item[];
}

/** A queue in which a caller with one request does not have to wait for the two hundred of another. */
export function createFairQueue<Item>(): FairQueue<Item> {
  // Maps and sets keep insertion order, and deletion is cheap.
  const owners = new Map<object, Set<Item>>();

  return {
    add(owner, item) {
      const items = owners.get(owner) ?? new Set();
      owners.set(owner, items.add(item));
    },
    delete(owner, item) {
      const items = owners.get(owner);
      items?.delete(item);
      if (items?.size === 0) owners.delete(owner);
    },
    take() {
      for (const [owner, items] of owners) {
        owners.delete(owner);
        for (const item of items) {
          items.delete(item);
          if (items.size > 0) owners.set(owner, items);
          return item;
        }
      }
      return undefined;
    },
    values: () => [...owners.values()].flatMap((items) => [...items]),
  };
}
