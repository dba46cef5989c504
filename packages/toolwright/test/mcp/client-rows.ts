/** One kind of client on one transport; every behaviour that clients see is tested for all of them. */
export interface ClientRow {
  readonly sdk: "v1" | "v2";
  readonly era: "legacy" | "modern";
  readonly transport: "stdio" | "http";
}

export const clientRows: readonly ClientRow[] = [
  { sdk: "v1", era: "legacy", transport: "stdio" },
  { sdk: "v1", era: "legacy", transport: "http" },
  { sdk: "v2", era: "legacy", transport: "stdio" },
  { sdk: "v2", era: "legacy", transport: "http" },
  { sdk: "v2", era: "modern", transport: "stdio" },
  { sdk: "v2", era: "modern", transport: "http" },
];

/** As the title of a `describe.each` over the rows. */
export const rowTitle = "$sdk client, $era era, $transport";
