import { expect, test } from "vitest";
import { outlineByPattern } from "./generic-outline.ts";

/** One line a symbol: its path, first line to last line, from 1. */
function outline(path: string, text: string): readonly string[] {
  const symbols = outlineByPattern(path, text)?.symbols ?? [];
  return symbols.map(({ path: name, line, endLine }) => `${name} ${line + 1}-${endLine}`);
}

test("an apostrophe between tags begins no string", () => {
  const text = `export function Card() {
  return (
    <p>Don't {items && (
      <b>can't {'}'} won't</b>
    )}</p>
  );
}
export function other() { return'}'; }
`;
  expect(outline("a.tsx", text)).toEqual(["Card 1-7", "other 8-8"]);
});

test("a quote without a partner on its line is none", () => {
  expect(outline("a.tsx", `function a() {\n  // it\n  x = <p>5" {y && (\n  1)}</p>;\n}\nfunction b() {}\n`)).toEqual([
    "a 1-5",
    "b 6-6",
  ]);
});

test("raw strings hold no code", () => {
  const rust = `fn a() -> &'static str {
    let x = r#"{"a": "}"}"#;
    let y = br##"}"#"##;
    let z = "two
    lines }";
    r"\\"
}
fn b() {}
`;
  expect(outline("a.rs", rust)).toEqual(["a 1-7", "b 8-8"]);
  expect(outline("a.cpp", `int a() {\n  auto s = R"x(} " )")x";\n  return 1;\n}\nint b() {\n}\n`)).toEqual([
    "a 1-4",
    "b 5-6",
  ]);
  expect(outline("a.cs", `class A {\n  int B() {\n    var s = @"c:\\";\n    var t = $@"""}""";\n  }\n}\n`)).toEqual([
    "A 1-6",
    "A/B 2-5",
  ]);
  expect(outline("a.swift", `func a() {\n  let s = #"\\"}"#\n}\nfunc b() {\n}\n`)).toEqual(["a 1-3", "b 4-5"]);
});

test("here-documents hold no code", () => {
  const shell = `usage() {
  cat <<EOF && cat <<-'END' >&2
don't {
  EOF is near
EOF
	and { more
	END
  echo $((1 << shift)) <<< word
}
other() {
  x
}
`;
  expect(outline("a.sh", shell)).toEqual(["usage 1-9", "other 10-12"]);
  expect(outline("a.rb", "def a\n  x = <<~TEXT\n    def no\n  end\n  TEXT\n  list <<Item\nend\ndef b\nend\n")).toEqual([
    "a 1-7",
    "b 8-9",
  ]);
  expect(outline("a.php", "<?php\nfunction a() {\n  return <<<SQL\n  it's {\n  SQL;\n}\nfunction b() {\n}\n")).toEqual([
    "a 2-6",
    "b 7-8",
  ]);
});

test("blocks without an end do not hold the loop", () => {
  const started = performance.now();
  outline("a.rs", "fn a() {\n".repeat(30_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});

test("announcements without an end do not hold the loop", () => {
  const started = performance.now();
  outline("a.sh", Array.from({ length: 20_000 }, (_, index) => `cat <<W${index}\n`).join(""));
  outline("a.rs", 'r#"'.repeat(100_000));
  outline("a.cpp", 'R"(" '.repeat(80_000));
  expect(performance.now() - started).toBeLessThan(2_000);
});
