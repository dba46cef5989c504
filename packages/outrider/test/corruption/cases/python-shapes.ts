import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const oneLine = over(
  "python",
  "short.py",
  `class A: pass
def f(): return 1
def g(x): return x; 
h = lambda x: x + 1
if h(1):
    def when(): return 2
else:
    def when(): return 3
try:
    import json
except ImportError:
    json = None

class B:
    def only(self):
        pass
`,
);

const noEnd = over(
  "python",
  "no-end.py",
  "class A:\n    def one(self):\n        return 1\n\n    def two(self):\n        return 2",
);

const tabs = over(
  "python",
  "tabs.py",
  "class T:\n\tdef one(self):\n\t\tif self:\n\t\t\treturn 1\n\t\treturn 2\n\n\tdef two(self):\n\t\treturn 3\n",
);

/** Code on one line, tabs, files without a final line end. */
export const pythonShapes = [
  oneLine.does("a class on one line", replace("A", "class A:\n    x = 1"), to("class A: pass", "class A:\n    x = 1")),
  oneLine.mayRefuse(
    "the body of a function on one line",
    replaceBody("f", "return 2"),
    to("return 1", "return 2"),
    to("f(): return 1", "f():\n    return 2"),
  ),
  oneLine.mayRefuse(
    "two lines for the body of a function on one line",
    replaceBody("f", "x = 1\nreturn x"),
    to("f(): return 1", "f():\n    x = 1\n    return x"),
  ),
  oneLine.mayRefuse(
    "a member into a class on one line",
    insert("last", "A", "x = 1"),
    to("class A: pass", "class A:\n    pass\n    x = 1"),
    to("class A: pass", "class A:\n    x = 1"),
  ),
  oneLine.does("a lambda", replace("h", "h = lambda x: x + 2"), to("x + 1", "x + 2")),
  oneLine.refuses(
    "a name that is declared in both branches",
    replace("when", "def when(): return 4"),
    "ambiguous_symbol",
  ),
  oneLine.mayRefuse("the second of them", replace("when[1]", "def when(): return 4"), to("return 3", "return 4")),
  oneLine.mayRefuse(
    "the only statement of a branch is not removed",
    remove("when[0]", { unproven: "leave" }),
    to("    def when(): return 2\n", "    pass\n"),
  ),
  oneLine.mayRefuse(
    "the only method of a class is removed",
    remove("B/only"),
    to("    def only(self):\n        pass\n", "    pass\n"),
  ),
  oneLine.does(
    "the only method of a class is replaced",
    replace("B/only", "def only(self):\n    return 1"),
    to("self):\n        pass", "self):\n        return 1"),
  ),
  noEnd.does(
    "the last method of a file without a final line end",
    replaceBody("A/two", "return 3"),
    to("return 2", "return 3"),
  ),
  noEnd.does(
    "the last method with a line end sent",
    replace("A/two", "def two(self):\n    return 3\n"),
    to("return 2", "return 3"),
  ),
  noEnd.adds(
    "a method behind the last of a file without a final line end",
    insert("after", "A/two", "def three(self):\n    return 3"),
    to("return 2", "return 2\n\n    def three(self):\n        return 3"),
    to("return 2", "return 2\n\n    def three(self):\n        return 3\n"),
  ),
  noEnd.adds(
    "code last in a file without a final line end",
    insert("last", undefined, "x = 1\n"),
    to("return 2", "return 2\n\nx = 1"),
    to("return 2", "return 2\n\nx = 1\n"),
  ),
  noEnd.does(
    "the last method of a file without a final line end is removed",
    remove("A/two"),
    to("\n\n    def two(self):\n        return 2", ""),
    to("\n\n    def two(self):\n        return 2", "\n"),
  ),
  tabs.does(
    "a body in a file with tabs, sent with spaces",
    replaceBody("T/one", "if self:\n    return 4\nreturn 5"),
    to("return 1", "return 4", "return 2", "return 5"),
  ),
  tabs.does(
    "a method in a file with tabs, sent with spaces",
    replace("T/two", "def two(self):\n    return 4"),
    to("return 3", "return 4"),
  ),
  tabs.does(
    "a method in a file with tabs, sent with tabs",
    replace("T/two", "\tdef two(self):\n\t\treturn 4"),
    to("return 3", "return 4"),
  ),
  tabs.adds(
    "a method into a class with tabs, sent with spaces",
    insert("last", "T", "def three(self):\n    if self:\n        return 4"),
    to("return 3\n", "return 3\n\n\tdef three(self):\n\t\tif self:\n\t\t\treturn 4\n"),
  ),
];
