import type { ServerSpec } from "../server-spec.ts";
import { basedpyright } from "./basedpyright.ts";
import { bash } from "./bash.ts";
import { clangd } from "./clangd.ts";
import { crystal } from "./crystal.ts";
import { csharpLs } from "./csharp-ls.ts";
import { css } from "./css.ts";
import { dart } from "./dart.ts";
import { dockerfile } from "./dockerfile.ts";
import { elixir } from "./elixir.ts";
import { gopls } from "./gopls.ts";
import { haskell } from "./haskell.ts";
import { html } from "./html.ts";
import { intelephense } from "./intelephense.ts";
import { jdtls } from "./jdtls.ts";
import { json } from "./json.ts";
import { julia } from "./julia.ts";
import { kotlin } from "./kotlin.ts";
import { lua } from "./lua.ts";
import { markdown } from "./markdown.ts";
import { metals } from "./metals.ts";
import { nim } from "./nim.ts";
import { ocaml } from "./ocaml.ts";
import { omnisharp } from "./omnisharp.ts";
import { perl } from "./perl.ts";
import { protobuf } from "./protobuf.ts";
import { pyright } from "./pyright.ts";
import { r } from "./r.ts";
import { rubyLsp } from "./ruby-lsp.ts";
import { rustAnalyzer } from "./rust-analyzer.ts";
import { sourcekit } from "./sourcekit.ts";
import { svelte } from "./svelte.ts";
import { terraform } from "./terraform.ts";
import { toml } from "./toml.ts";
import { ty } from "./ty.ts";
import { typescript } from "./typescript.ts";
import { vtsls } from "./vtsls.ts";
import { yaml } from "./yaml.ts";
import { zls } from "./zls.ts";

/** Every server there is; of those that answer for one language, the better one first. */
export const serverSpecs: readonly ServerSpec[] = [
  typescript,
  vtsls,
  pyright,
  basedpyright,
  ty,
  gopls,
  rustAnalyzer,
  clangd,
  bash,
  crystal,
  csharpLs,
  css,
  dart,
  dockerfile,
  elixir,
  haskell,
  html,
  intelephense,
  jdtls,
  json,
  julia,
  kotlin,
  lua,
  markdown,
  metals,
  nim,
  ocaml,
  omnisharp,
  perl,
  protobuf,
  r,
  rubyLsp,
  sourcekit,
  svelte,
  terraform,
  toml,
  yaml,
  zls,
];
