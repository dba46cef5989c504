import type { ServerSpec } from "../server-spec.ts";

export const ocaml: ServerSpec = {
  id: "ocaml",
  title: "OCaml LSP",
  languages: { ocaml: "ocaml", ocaml_interface: "ocaml.interface" },
  program: { names: ["ocamllsp"], args: [] },
  obtain: "opam install ocaml-lsp-server",
  rootMarkers: ["dune-workspace", "dune-project"],
  inherits: ["OPAM_SWITCH_PREFIX", "OPAMROOT", "CAML_LD_LIBRARY_PATH", "OCAML_TOPLEVEL_PATH"],
  runsCode: "preprocessors that the repository has built",
  readiness: { by: "canary" },
  freshness: "watched-files",
  needsOpen: false,
  opensCandidates: true,
};
