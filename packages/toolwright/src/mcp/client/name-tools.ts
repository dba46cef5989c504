import { adoptedName } from "../../tool/adopt-tool.ts";

/** Names for a server's tools. What was named once keeps its name for as long as the source is open. */
export interface ToolNames {
  /** The names by the server's own, old and new; a tool without one would take another tool's. */
  assign(originals: readonly string[]): ReadonlyMap<string, string>;
  /** Whether the server has ever had a tool of that name. */
  knows(original: string): boolean;
}

export function createToolNames(source: string): ToolNames {
  const given = new Map<string, string>();
  const taken = new Set<string>();

  function give(original: string, name: string): void {
    if (taken.has(name)) return;
    given.set(original, name);
    taken.add(name);
  }

  return {
    assign(originals) {
      const fresh = [...new Set(originals)].filter((original) => !given.has(original));
      for (const [plain, alike] of groupByPlainName(source, fresh)) {
        // Order must not matter: the one that was called so from the start keeps the plain name, or nobody does.
        const owner = alike.length === 1 ? alike[0] : alike.find((original) => plain === `${source}__${original}`);
        if (owner !== undefined) give(owner, plain);
        for (const original of alike) if (!given.has(original)) give(original, adoptedName(source, original, false));
      }
      return given;
    },
    knows: (original) => given.has(original),
  };
}

function groupByPlainName(source: string, originals: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const original of originals) {
    const plain = adoptedName(source, original);
    groups.set(plain, [...(groups.get(plain) ?? []), original]);
  }
  return groups;
}
