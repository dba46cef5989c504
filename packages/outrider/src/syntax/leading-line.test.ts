import { expect, test } from "vitest";
import { outlineByPattern } from "./generic-outline.ts";

/** Each symbol with its first line, comments and decorators included, from 1. */
function starts(path: string, text: string): readonly string[] {
  const symbols = outlineByPattern(path, text)?.symbols ?? [];
  return symbols.map(({ path: name, startLine }) => `${name} ${startLine + 1}`);
}

test("a decorator of several lines belongs to what it decorates", () => {
  const python = `@plain
@app.route(
    "/x)",
    methods=["GET"],
)
# why
@other(1,
       2)
def view():
    pass

x = call(
    1,
)
def next_one(): pass
`;
  expect(starts("a.py", python)).toEqual(["view 1", "x 12", "next_one 15"]);
  const typescript = `/** Doc. */
@Component({
  selector: "x",
})
export class Box {
  @Input({ a: 1 }) y = [
    1,
  ]
  open() {}
  @Get(
    "x",
  )
  load() {}
}
`;
  expect(starts("a.ts", typescript)).toEqual(["Box 1", "Box/open 9", "Box/load 10"]);
  expect(starts("a.rs", "#[cfg(\n  all(a),\n)]\nfn a() {}\n")).toEqual(["a 1"]);
});

test("a decorator on the line of the declaration before stays there", () => {
  const text = `class A {\n  @set(1) x() { return [\n  ][0]; }\n  y() {}\n}\n`;
  expect(starts("a.ts", text)).toContain("A/y 4");
});
