export interface PageFacts {
  /** Names of all tools. */
  readonly known: readonly string[];
  /** Names of those that the reader has. */
  readonly offered: readonly string[];
  /** What stands for a name in double braces. */
  readonly values: Readonly<Record<string, string>>;
}

/** Leaves out each paragraph and list item that names a tool which the reader does not have, and fills in values. */
export function fillPage(text: string, { known, offered, values }: PageFacts): string {
  const absent = known.filter((name) => !offered.includes(name));
  const kept = text.split(blockStart).filter((block) => !absent.some((name) => block.includes(`\`${name}\``)));
  return kept.join("\n").replaceAll(/\{\{([^}]+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`A page asks for ${JSON.stringify(name)}, which has no value.`);
    return value;
  });
}

/** Before a list item, a heading or an empty line. */
const blockStart = /\n(?=- |#|\n)/;
