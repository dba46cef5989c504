/** How far an answer can be trusted, as every tool tells it. */
export type Knowledge =
  /** A language server that was ready said so, and nothing that we know of speaks against it. */
  | { readonly state: "complete"; readonly server: string }
  /** The server's answer, and why there may be more. */
  | { readonly state: "partial"; readonly server: string; readonly why: string }
  /** By syntax alone, and why no server was asked. */
  | { readonly state: "syntactic"; readonly why: string };
