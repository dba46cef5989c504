/** A heading of a Markdown text with everything below it, including deeper headings. Lines count from 0. */
export interface Section {
  readonly level: number;
  /** Plain text, without markup. */
  readonly title: string;
  /** Titles from the outermost heading on, separated by "/"; duplicate titles among siblings get `[1]`, `[2]` … */
  readonly path: string;
  readonly startLine: number;
  /** First line after the heading; differs from `startLine + 1` if a heading is underlined. */
  readonly contentLine: number;
  /** First line that is not part of the section. */
  readonly endLine: number;
}

export type Heading = Pick<Section, "level" | "title" | "startLine" | "contentLine">;

interface Node {
  readonly heading: Heading;
  readonly parent: Node | undefined;
  /** How many headings below the same parent have had this title so far, including this one. */
  readonly ordinal: number;
  readonly titles: Map<string, number>;
  endLine: number;
  path: string;
}

/** Determines the end and the path of each heading. */
export function nestHeadings(headings: readonly Heading[], lineCount: number): readonly Section[] {
  const top = new Map<string, number>();
  const open: Node[] = [];
  const nodes = headings.map((heading): Node => {
    for (let last = open.at(-1); last !== undefined && last.heading.level >= heading.level; last = open.at(-1)) {
      last.endLine = heading.startLine;
      open.pop();
    }
    const parent = open.at(-1);
    const titles = parent?.titles ?? top;
    const ordinal = (titles.get(heading.title) ?? 0) + 1;
    titles.set(heading.title, ordinal);
    const node = { heading, parent, ordinal, titles: new Map<string, number>(), endLine: lineCount, path: "" };
    open.push(node);
    return node;
  });
  for (const node of nodes) node.path = pathOf(node, top);
  return nodes.map(({ heading, path, endLine }) => ({ ...heading, path, endLine }));
}

function pathOf(node: Node, top: ReadonlyMap<string, number>): string {
  const { title } = node.heading;
  const sharing = (node.parent?.titles ?? top).get(title) ?? 1;
  const name = sharing > 1 ? `${title}[${node.ordinal}]` : title;
  return node.parent === undefined ? name : `${node.parent.path}/${name}`;
}
