import { expect, test } from "vitest";
import { languageOf } from "../../languages/language-of.ts";
import { readDeclared, type ReadVersion } from "../../syntax/changes/declared.ts";
import { extractSymbols } from "../../syntax/extract/extract-symbols.ts";
import { findTextParts } from "../../syntax/extract/text-parts.ts";
import { findChanged } from "./find-changed.ts";

const samples: Readonly<Record<string, string>> = {
  py: `"""Of a shop."""
from __future__ import annotations
import os as o, re

if TYPE_CHECKING:
    from a import b

A, B = 1, 2
C: int


@one(1)
class Shop(Base, key=3):
    """Doc."""
    a, b = 4, 5
    c = d = 6
    e: str
    register(7)

    if X:
        def f(self, x: int = 8) -> str:
            # Why.
            return f"{x} 9"

    class Inner:
        g = lambda y: y


def main(): Shop().f(10)


main()
__all__ = ["main"]
`,
  ts: `// Of a shop.
import a, { b as c } from "./a";
export * from "./d";
export { c as e };
const { f, g = 1 } = a(2), h = 3;
export default { i: 4 };
/** Doc. */
@one(5)
export class Shop<T> extends Base implements Face {
  static { register(6); }
  declare j: number;
  [key: string]: T;
  #k = \`l \${7} m\`;
  get n(): string { return "o"; }
}
enum E { A = 8, B }
declare module "p" { interface Q { r?: 9 } }
if (h) main(10);
`,
  go: `//go:build linux
// +build linux

// Package a.
package a

import s "b"

const (
	A = iota + 1
	B
)

var c, d = 2, 3

type E struct {
	*F
	G int \`json:"g"\`
}

type H interface{ I(j int) K }

// Doc.
func (l *E) M(n ...int) (o error) {
	return P[int](4, "q r")
}

func init() { M(5) }
`,
  java: `// Of a shop.
package a;

import static b.C.d;

/** Doc. */
@One(1)
public class Shop<T> extends Base implements Face {
  static { register(2); }
  int e = 3, f[] = {4, 5};
  @Two("g h") Shop(int i) throws J { super(i); }
  enum K { L(6) { void m() {} }, N }
  record O(int p) {}
  <Q> Q r(Q... s) { return "t u".v(7); }
}
interface W { int X = 8; default void y() {} }
`,
  rs: `//! Of a shop.
#![allow(a)]
use b::{c, d as e};
mod f;
#[derive(G)]
pub struct H<'i, J: K>(L, &'i J);
struct M { #[n] o: u8 }
enum P { Q(u8), R { s: u8 }, T = 1 }
impl<U> V for W<U> { const X: u8 = 2; fn y(&self) -> u8 { z!("a b", 3) } }
macro_rules! aa { ($bb:expr) => { $bb + 4 }; }
static CC: &str = r#"dd ee"#;
`,
};

/** No sign of a file can change without a word. */
test.each(Object.entries(samples))("every changed sign is told, in .%s", async (ending, text) => {
  const before = await readText(`a.${ending}`, text);
  const silent: string[] = [];
  for (const { index: at } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const other = /\d/.test(text.charAt(at)) ? "07" : "zy";
    const sign = text.charAt(at) === other.charAt(0) ? other.charAt(1) : other.charAt(0);
    const now = text.slice(0, at) + sign + text.slice(at + 1);
    const after = await readText(`a.${ending}`, now);
    const { symbols, others } = findChanged([
      {
        path: `a.${ending}`,
        isAdded: false,
        isRemoved: false,
        before: { kind: "code", text, version: before, broken: false },
        after: { kind: "code", text: now, version: after, broken: false },
        lines: { added: 1, removed: 1 },
      },
    ]);
    const isTold =
      symbols.some(({ how }) => how.some((each) => each !== "layout")) || others.some(({ what }) => what !== "layout");
    if (!isTold) silent.push(now.slice(at - 20, at + 10));
  }
  expect(silent).toEqual([]);
});

async function readText(path: string, text: string): Promise<ReadVersion> {
  const language = languageOf(path);
  const read = language === undefined ? undefined : await extractSymbols(language, { file: path, text });
  if (language === undefined || read === undefined) throw new Error(`${path} was not read.`);
  const { comments, quoted } = await findTextParts(language, text);
  const isIndented = language.editing?.indentedBlocks !== undefined;
  return readDeclared({ path, language: language.id, text, symbols: read.symbols, comments, quoted, isIndented });
}
