import bash from "./bash/index.ts";
import c from "./c/index.ts";
import cpp from "./cpp/index.ts";
import crystal from "./crystal/index.ts";
import csharp from "./csharp/index.ts";
import css from "./css/index.ts";
import dart from "./dart/index.ts";
import dockerfile from "./dockerfile/index.ts";
import elixir from "./elixir/index.ts";
import gdscript from "./gdscript/index.ts";
import gleam from "./gleam/index.ts";
import go from "./go/index.ts";
import graphql from "./graphql/index.ts";
import groovy from "./groovy/index.ts";
import haskell from "./haskell/index.ts";
import hcl from "./hcl/index.ts";
import html from "./html/index.ts";
import java from "./java/index.ts";
import javascript from "./javascript/index.ts";
import json from "./json/index.ts";
import julia from "./julia/index.ts";
import kotlin from "./kotlin/index.ts";
import type { Language } from "./language.ts";
import lua from "./lua/index.ts";
import markdown from "./markdown/index.ts";
import nim from "./nim/index.ts";
import nix from "./nix/index.ts";
import ocaml from "./ocaml/index.ts";
import ocamlInterface from "./ocaml_interface/index.ts";
import perl from "./perl/index.ts";
import php from "./php/index.ts";
import protobuf from "./protobuf/index.ts";
import python from "./python/index.ts";
import r from "./r/index.ts";
import ruby from "./ruby/index.ts";
import rust from "./rust/index.ts";
import scala from "./scala/index.ts";
import scss from "./scss/index.ts";
import solidity from "./solidity/index.ts";
import sql from "./sql/index.ts";
import svelte from "./svelte/index.ts";
import swift from "./swift/index.ts";
import toml from "./toml/index.ts";
import tsx from "./tsx/index.ts";
import typescript from "./typescript/index.ts";
import vue from "./vue/index.ts";
import yaml from "./yaml/index.ts";
import zig from "./zig/index.ts";

/** All languages, sorted. */
export const languages: readonly Language[] = [
  bash,
  c,
  cpp,
  crystal,
  csharp,
  css,
  dart,
  dockerfile,
  elixir,
  gdscript,
  gleam,
  go,
  graphql,
  groovy,
  haskell,
  hcl,
  html,
  java,
  javascript,
  json,
  julia,
  kotlin,
  lua,
  markdown,
  nim,
  nix,
  ocaml,
  ocamlInterface,
  perl,
  php,
  protobuf,
  python,
  r,
  ruby,
  rust,
  scala,
  scss,
  solidity,
  sql,
  svelte,
  swift,
  toml,
  tsx,
  typescript,
  vue,
  yaml,
  zig,
];
