import { expect, test } from "vitest";
import { outlineByPattern } from "./generic-outline.ts";

/** One line a symbol: kind, path, first line to last line, from 1. */
function outline(path: string, text: string): readonly string[] {
  const symbols = outlineByPattern(path, text)?.symbols ?? [];
  return symbols.map(({ kind, path: name, line, endLine }) => `${kind} ${name} ${line + 1}-${endLine}`);
}

test("TypeScript", () => {
  const text = `import { a } from "a";
/** Doc. */
export async function load<T extends { x: 1 }>(
  path: string,
): Promise<{ ok: boolean }> {
  const inner = "}";
  const re = /[{"']/;
  if (inner) { return { ok: \`\${"}"} {\` === "" }; }
  return { ok: true };
}
export const double = (x: number): number => x * 2;
export const handler = async (
  x: number,
) => {
  return x;
};
const table = {
  a: 1,
} as const;
export interface Shape { area(): number; }
type Wide =
  | "a"
  | "b";
export class Box<T> extends Base {
  private readonly items: T[] = [];
  constructor(private x: number) { super(); }
  get size() {
    return this.items.length;
  }
  async *walk(): AsyncGenerator<T> {
    for (const item of this.items) { yield item; }
  }
  onClick = () => {
    call();
  };
  #secret(x = {}) {}
}
enum Color { Red }
export namespace Inner {
  export const y = 1;
}
describe("x", () => {
  it("y", () => {});
});
`;
  expect(outline("a.ts", text)).toMatchInlineSnapshot(`
    [
      "function load 3-10",
      "function double 11-11",
      "function handler 12-16",
      "const table 17-19",
      "interface Shape 20-20",
      "type Wide 21-23",
      "class Box 24-37",
      "method Box/constructor 26-26",
      "method Box/size 27-29",
      "method Box/walk 30-32",
      "method Box/onClick 33-35",
      "method Box/#secret 36-36",
      "enum Color 38-38",
      "namespace Inner 39-41",
      "const Inner/y 40-40",
    ]
  `);
});

test("Python", () => {
  const text = `import os
MAX: int = 3
TABLE = {
    "a": 1,
}

@decorator
class Box(Base):
    """def not_me(): pass"""
    size = 1

    async def load(
        self,
        path: str,
    ) -> None:
        text = """
class not_me:
"""
        def inner():
            pass

    def last(self):
        """Only a doc."""

def main(): return 1
if __name__ == "__main__":
    main()
`;
  expect(outline("a.py", text)).toMatchInlineSnapshot(`
    [
      "variable MAX 2-2",
      "variable TABLE 3-5",
      "class Box 8-23",
      "method Box/load 12-20",
      "function Box/load/inner 19-20",
      "method Box/last 22-23",
      "function main 25-25",
    ]
  `);
});

test("Go, Rust and C", () => {
  const go = `package main
type Server struct {
	addr string
}
type Handler interface { Serve() }
type ID = string
func (s *Server) Start(ctx context.Context) error {
	go func() { s.run('}') }()
	return nil
}
func main() {
	fmt.Println("{")
}
const Max = 1
var x = map[string]int{
	"a": 1,
}
`;
  expect(outline("a.go", go)).toMatchInlineSnapshot(`
    [
      "struct Server 2-4",
      "interface Handler 5-5",
      "type ID 6-6",
      "function Server/Start 7-10",
      "function main 11-13",
      "const Max 14-14",
      "var x 15-17",
    ]
  `);
  const rust = `use std::fmt;
#[derive(Debug)]
pub struct Point<'a> { x: &'a str }
impl<'a> fmt::Display for Point<'a> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result
    where Self: Sized {
        write!(f, "{{}}")
    }
}
impl Point<'_> {
    pub(crate) async fn new() -> Self { let c = '{'; todo!() }
}
pub trait Shape { fn area(&self) -> f64; }
mod tests {
    const N: usize = 1;
    fn helper() {}
}
macro_rules! say { () => {} }
pub enum Kind { A { x: i32 }, B }
static mut COUNT: u32 = 0;
`;
  expect(outline("a.rs", rust)).toMatchInlineSnapshot(`
    [
      "struct Point 3-3",
      "impl Point 4-9",
      "method Point/fmt 5-8",
      "impl Point 10-12",
      "method Point/new 11-11",
      "trait Shape 13-13",
      "mod tests 14-17",
      "const tests/N 15-15",
      "function tests/helper 16-16",
      "macro say 18-18",
      "enum Kind 19-19",
      "static COUNT 20-20",
    ]
  `);
  const c = `#include <stdio.h>
#define MAX(a) ((a) + 1)
static int add(int a, int b)
{
  return a + b;
}
struct point { int x; };
int declared(int x);
int main(int argc, char **argv) {
  if (argc) { printf("}"); }
  return add(1, 2);
}
namespace geo {
class Box : public Base {
public:
  Box(int x) : x_(x) {}
  ~Box();
  int size() const { return x_; }
private:
  int x_;
};
void Box::draw(const std::vector<int>& v) {
}
}
`;
  expect(outline("a.cpp", c)).toMatchInlineSnapshot(`
    [
      "macro MAX 2-2",
      "function add 3-6",
      "struct point 7-7",
      "function main 9-12",
      "namespace geo 13-24",
      "class geo/Box 14-21",
      "method geo/Box/Box 16-16",
      "method geo/Box/~Box 17-17",
      "method geo/Box/size 18-18",
      "function geo/draw 22-23",
    ]
  `);
});

test("Java, Kotlin, C#, Ruby, Lua, Elixir, PHP, shell", () => {
  const java = `package a;
public class Box<T> implements Shape {
  private static final int MAX = 1;
  @Override
  public List<String> names(Map<String, Integer> x) throws IOException {
    return new ArrayList<>() {{ add("x"); }};
  }
  abstract void later();
  Box() { this(1); }
}
record Point(int x, int y) {}
`;
  expect(outline("Box.java", java)).toMatchInlineSnapshot(`
    [
      "class Box 2-10",
      "method Box/names 5-7",
      "method Box/later 8-8",
      "method Box/Box 9-9",
      "record Point 11-11",
    ]
  `);
  const kotlin = `data class Point(val x: Int, val y: Int)
fun String.shout() = uppercase()
object Registry {
  val all = listOf(1)
  suspend fun load(): Int {
    return 1
  }
}
`;
  expect(outline("a.kt", kotlin)).toMatchInlineSnapshot(`
    [
      "class Point 1-1",
      "function String/shout 2-2",
      "object Registry 3-8",
      "val Registry/all 4-4",
      "method Registry/load 5-7",
    ]
  `);
  const ruby = `module Shop
  VERSION = "1"
  class Cart < Base
    def add(item)
      items.each do |x|
        x
      end
    end
    def self.open = new
    private def total
      1
    rescue
      2
    end
  end
end
`;
  expect(outline("a.rb", ruby)).toMatchInlineSnapshot(`
    [
      "module Shop 1-16",
      "const Shop/VERSION 2-2",
      "class Shop/Cart 3-15",
      "function Shop/Cart/add 4-8",
      "function Shop/Cart/open 9-9",
      "function Shop/Cart/total 10-14",
    ]
  `);
  expect(outline("a.lua", "local function add(a)\n  return a\nend\nfunction M.x()\nend\n")).toMatchInlineSnapshot(`
    [
      "function add 1-3",
      "function M/x 4-5",
    ]
  `);
  const elixir = `defmodule A.B do\n  def run(x), do: x\n  defp go(x) do\n    x\n  end\nend\n`;
  expect(outline("a.ex", elixir)).toMatchInlineSnapshot(`
    [
      "module A/B 1-6",
      "function A/B/run 2-2",
      "function A/B/go 3-5",
    ]
  `);
  const php = `<?php\nnamespace A;\nclass Cart {\n  public function add(int $x): void {\n  }\n}\nfunction main() {}\n`;
  expect(outline("a.php", php)).toMatchInlineSnapshot(`
    [
      "namespace A 2-2",
      "class Cart 3-6",
      "method Cart/add 4-5",
      "function main 7-7",
    ]
  `);
  expect(outline("a.sh", "set -e\nbuild() {\n  echo }\n}\nfunction run {\n  build\n}\n")).toMatchInlineSnapshot(`
    [
      "function build 2-3",
      "function run 5-7",
    ]
  `);
});

test("what is not known to be code has no outline, and what is broken has some", () => {
  expect(outlineByPattern("a.txt", "function x() {}")).toBeUndefined();
  expect(outline("a.ts", "function open() {\n  const x = 1;\n")).toEqual(["function open 1-2"]);
  expect(outline("a.ts", "}}}\nfunction a() {}\n`never closed\nfunction b() {}")).toEqual(["function a 2-2"]);
  expect(outline("a.ts", "")).toEqual([]);
});

test("an adversarial line does not hold the loop", () => {
  const started = performance.now();
  outline("a.ts", `${"(".repeat(50_000)}\n${"a ".repeat(50_000)}(\n${"<".repeat(10_000)}\n`.repeat(3));
  outline("a.c", `static ${"x".repeat(200)} ${"* ".repeat(10_000)}(\n`.repeat(50));
  expect(performance.now() - started).toBeLessThan(2000);
});
