import bash from "./bash.ts";
import c from "./c.ts";
import cpp from "./cpp.ts";
import crystal from "./crystal.ts";
import csharp from "./csharp.ts";
import css from "./css.ts";
import dart from "./dart.ts";
import dockerfile from "./dockerfile.ts";
import elixir from "./elixir.ts";
import gdscript from "./gdscript.ts";
import go from "./go.ts";
import graphql from "./graphql.ts";
import groovy from "./groovy.ts";
import haskell from "./haskell.ts";
import hcl from "./hcl.ts";
import html from "./html.ts";
import java from "./java.ts";
import javascript from "./javascript.ts";
import json from "./json.ts";
import julia from "./julia.ts";
import kotlin from "./kotlin.ts";
import type { Language } from "./language.ts";
import lua from "./lua.ts";
import markdown from "./markdown.ts";
import nim from "./nim.ts";
import ocaml from "./ocaml.ts";
import ocamlInterface from "./ocaml-interface.ts";
import perl from "./perl.ts";
import php from "./php.ts";
import protobuf from "./protobuf.ts";
import python from "./python.ts";
import r from "./r.ts";
import ruby from "./ruby.ts";
import rust from "./rust.ts";
import scala from "./scala.ts";
import scss from "./scss.ts";
import solidity from "./solidity.ts";
import sql from "./sql.ts";
import svelte from "./svelte.ts";
import swift from "./swift.ts";
import toml from "./toml.ts";
import tsx from "./tsx.ts";
import typescript from "./typescript.ts";
import vue from "./vue.ts";
import yaml from "./yaml.ts";
import zig from "./zig.ts";

/** Every language there is, sorted. */
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
