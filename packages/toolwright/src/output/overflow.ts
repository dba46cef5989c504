import * as z from "zod";

/** What a shortened list says about the whole one. The names are those on the wire. */
export interface Overflow {
  readonly shown: number;
  /** Exact, however few are shown. */
  readonly total: number;
  /** What to do to see the rest. */
  readonly hint: string;
  /** The `offset` of the next page; absent on the last one, or if the list was not paged. */
  readonly next_offset?: number;
  /** Exact counts over all items, most first, at most 20 rows. */
  readonly by_file?: FileCount[];
  /** Number of files without a row in `by_file`. */
  readonly other_files?: number;
  /** Number of items in those files. */
  readonly other_items?: number;
}

/** Number of items in one file. */
export interface FileCount {
  readonly file: string;
  readonly count: number;
}

/** The wire shape of `Overflow`, for a tool's output schema. */
export const overflowSchema = z.strictObject({
  shown: z.int().min(0).describe("Items in this answer"),
  total: z.int().min(0).describe("Items in all, exact"),
  hint: z.string().describe("How to see the rest"),
  next_offset: z.int().min(0).optional().describe("Offset of the next page"),
  by_file: z
    .array(z.strictObject({ file: z.string().describe("Path"), count: z.int().min(1).describe("Items in it") }))
    .optional()
    .describe("Items per file, most first"),
  other_files: z.int().min(1).optional().describe("Files without a row"),
  other_items: z.int().min(1).optional().describe("Items in those files"),
});

const maxRows = 20;

/** How all items, shown or not, are distributed over files. */
export function countByFile<Item>(
  items: readonly Item[],
  fileOf: (item: Item) => string,
): Pick<Overflow, "by_file" | "other_files" | "other_items"> {
  const counts = new Map<string, number>();
  for (const item of items) {
    const file = fileOf(item);
    counts.set(file, (counts.get(file) ?? 0) + 1);
  }
  const by_file = takeTop(counts);
  if (counts.size <= maxRows) return { by_file };
  const told = by_file.reduce((sum, row) => sum + row.count, 0);
  return { by_file, other_files: counts.size - maxRows, other_items: items.length - told };
}

// Sorting all rows of a huge answer would take seconds for the sake of twenty.
function takeTop(counts: ReadonlyMap<string, number>): FileCount[] {
  const top: FileCount[] = [];
  for (const [file, count] of counts) {
    const row = { file, count };
    const last = top[maxRows - 1];
    if (last !== undefined && maxFirst(last, row) < 0) continue;
    top.push(row);
    top.sort(maxFirst);
    top.length = Math.min(top.length, maxRows);
  }
  return top;
}

// Ties are sorted by name, so that the same answer has the same bytes.
function maxFirst(a: FileCount, b: FileCount): number {
  if (a.count !== b.count) return b.count - a.count;
  return a.file < b.file ? -1 : 1;
}
