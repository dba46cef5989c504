import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "java",
  "Store.java",
  `package app;

import java.util.*;
import static java.lang.Math.max;

/**
 * Keeps things.
 */
@SuppressWarnings({"unchecked", "}"})
public class Store<K extends Comparable<K>, V> extends Object implements Iterable<V> {
    private static final int LIMIT = 10, MORE = 20;
    protected List<V> items = new ArrayList<>() {
        @Override
        public int size() {
            return 1;
        }
    };

    static {
        System.out.println(LIMIT);
    }

    public Store() {
        this(1);
    }

    @Deprecated
    Store(int size) {
        super();
    }

    /** All of them. */
    @Override
    @SuppressWarnings("x")
    public Iterator<V> iterator() {
        return items.iterator();
    }

    public <T extends V> T get(K key, T other) throws RuntimeException {
        Runnable run = () -> {
            max(1, 2);
        };
        return other;
    }

    String text() {
        return """
            text {
              more
            """;
    }

    private void unused() {}

    static class Node<T> {
        T value;
        class Deep {
            int depth() { return 2; }
        }
    }

    enum Op {
        ADD("+") {
            @Override int apply(int a, int b) { return a + b; }
        },
        SUB("-") {
            @Override int apply(int a, int b) { return a - b; }
        };

        private final String sign;

        Op(String sign) {
            this.sign = sign;
        }

        abstract int apply(int a, int b);
    }

    record Point(int x, int y) {
        Point {
            if (x < 0) throw new IllegalArgumentException();
        }
    }

    interface Reader {
        int SIZE = 1;
        String read();
        default void close() {}
    }
}
`,
);

/** Annotations, inner classes, enums with bodies. */
export const java = [
  store.does(
    "a method is replaced with its annotations",
    replace("Store/iterator", "@Override\npublic Iterator<V> iterator() {\n    return null;\n}"),
    to('    @SuppressWarnings("x")\n', "", "return items.iterator();", "return null;"),
  ),
  store.mayRefuse(
    "a method sent without its annotations",
    replace("Store/iterator", "public Iterator<V> iterator() {\n    return null;\n}"),
    to('    @Override\n    @SuppressWarnings("x")\n', "", "return items.iterator();", "return null;"),
    to("return items.iterator();", "return null;"),
  ),
  store.does(
    "the body of a method",
    replaceBody("Store/iterator", "return null;"),
    to("return items.iterator();", "return null;"),
  ),
  store.does(
    "a method with its comment",
    replace("Store/iterator", "/** None. */\n@Override\npublic Iterator<V> iterator() {\n    return null;\n}", {
      part: "with_doc",
    }),
    to(
      '    /** All of them. */\n    @Override\n    @SuppressWarnings("x")\n',
      "    /** None. */\n    @Override\n",
      "return items.iterator();",
      "return null;",
    ),
  ),
  store.does(
    "a generic method",
    replaceBody("Store/get", "return other;"),
    to("        Runnable run = () -> {\n            max(1, 2);\n        };\n", ""),
  ),
  store.does(
    "a text of several lines keeps its shape",
    replaceBody("Store/text", 'return """\n        flat\n          deep\n        """;'),
    to(
      '"""\n            text {\n              more\n            """',
      '"""\n        flat\n          deep\n        """',
    ),
  ),
  store.refuses("two constructors", replaceBody("Store/Store", "this(2);"), "ambiguous_symbol"),
  store.does(
    "a constructor with its annotation",
    replace("Store/Store[1]", "@Deprecated\nStore(int size) {\n    this();\n}"),
    to("super();", "this();"),
  ),
  store.mayRefuse(
    "one of two fields of a statement",
    replace("Store/MORE", "private static final int MORE = 30;"),
    to("MORE = 20", "MORE = 30"),
    to("LIMIT = 10, MORE = 20;", "LIMIT = 10;\n    private static final int MORE = 30;"),
  ),
  store.mayRefuse("one of two fields is removed", remove("Store/MORE"), to("LIMIT = 10, MORE = 20;", "LIMIT = 10;")),
  store.does(
    "a field with an anonymous class",
    replace("Store/items", "protected List<V> items = null;"),
    to(
      "new ArrayList<>() {\n        @Override\n        public int size() {\n            return 1;\n        }\n    };",
      "null;",
    ),
  ),
  store.does(
    "a method of a class in a class in a class",
    replaceBody("Store/Node/Deep/depth", "return 3;"),
    to("{ return 2; }", "{ return 3; }"),
    to("{ return 2; }", "{\n                return 3;\n            }"),
  ),
  store.mayRefuse(
    "a constant of an enum with a body",
    replace("Store/Op/SUB", 'SUB("-") {\n    @Override int apply(int a, int b) { return b - a; }\n}'),
    to("a - b", "b - a"),
  ),
  store.mayRefuse(
    "a constant of an enum with a body, its semicolon sent",
    replace("Store/Op/SUB", 'SUB("-") {\n    @Override int apply(int a, int b) { return b - a; }\n};'),
    to("a - b", "b - a"),
  ),
  store.mayRefuse(
    "the last constant of an enum is removed",
    remove("Store/Op/SUB"),
    to(
      '        },\n        SUB("-") {\n            @Override int apply(int a, int b) { return a - b; }\n        };',
      "        };",
    ),
  ),
  store.mayRefuse(
    "the first constant of an enum is removed",
    remove("Store/Op/ADD"),
    to('        ADD("+") {\n            @Override int apply(int a, int b) { return a + b; }\n        },\n', ""),
  ),
  store.mayRefuse(
    "a constant is put behind the last",
    insert("after", "Store/Op/SUB", 'MUL("*") {\n    @Override int apply(int a, int b) { return a * b; }\n}'),
    to(
      "return a - b; }\n        };",
      'return a - b; }\n        },\n        MUL("*") {\n            @Override int apply(int a, int b) { return a * b; }\n        };',
    ),
  ),
  store.mayRefuse(
    "a method as the first of an enum",
    insert("first", "Store/Op", "void first() {}"),
    to("        private final String sign;", "        void first() {}\n        private final String sign;"),
  ),
  store.does(
    "a method of an enum",
    replace("Store/Op/apply", "abstract int apply(int a, int b, int c);"),
    to("abstract int apply(int a, int b);", "abstract int apply(int a, int b, int c);"),
  ),
  store.does(
    "a record",
    replace("Store/Point", "record Point(int x) {}"),
    to(
      "record Point(int x, int y) {\n        Point {\n            if (x < 0) throw new IllegalArgumentException();\n        }\n    }",
      "record Point(int x) {}",
    ),
  ),
  store.does(
    "a method of an interface",
    replace("Store/Reader/read", "String read(int at);"),
    to("String read();", "String read(int at);"),
  ),
  store.mayRefuse(
    "a method of an interface without its semicolon",
    replace("Store/Reader/read", "String read(int at)"),
    to("String read();", "String read(int at);"),
  ),
  store.does(
    "a method that nobody calls is removed",
    remove("Store/unused"),
    to("    private void unused() {}\n\n", ""),
  ),
  store.refuses("a field that is used is not removed", remove("Store/LIMIT")),
  store.does(
    "a method is removed if its uses are left with comment and annotations",
    remove("Store/iterator", { unproven: "leave" }),
    to(
      '    /** All of them. */\n    @Override\n    @SuppressWarnings("x")\n    public Iterator<V> iterator() {\n        return items.iterator();\n    }\n\n',
      "",
    ),
  ),
  store.adds(
    "a method behind one",
    insert("after", "Store/unused", "int one() {\n    return 1;\n}"),
    to("void unused() {}\n", "void unused() {}\n\n    int one() {\n        return 1;\n    }\n"),
  ),
  store.adds(
    "a method before one stands before its comment",
    insert("before", "Store/iterator", "int one() {\n    return 1;\n}"),
    to("    /** All of them. */", "    int one() {\n        return 1;\n    }\n\n    /** All of them. */"),
  ),
  store.adds(
    "a method as the last of a class",
    insert("last", "Store/Node", "int one() {\n    return 1;\n}"),
    to(
      "depth() { return 2; }\n        }\n",
      "depth() { return 2; }\n        }\n\n        int one() {\n            return 1;\n        }\n",
    ),
  ),
  store.adds(
    "an import",
    insert("imports", undefined, "import java.io.File;"),
    to("import static java.lang.Math.max;\n", "import static java.lang.Math.max;\nimport java.io.File;\n"),
    to("import java.util.*;\n", "import java.util.*;\nimport java.io.File;\n"),
    to("import java.util.*;\n", "import java.io.File;\nimport java.util.*;\n"),
  ),
  store.adds(
    "a class last in the file",
    insert("last", undefined, "class Other {}"),
    to("        default void close() {}\n    }\n}\n", "        default void close() {}\n    }\n}\n\nclass Other {}\n"),
  ),
  store.refuses("a text that does not end", replaceBody("Store/text", 'return """\n    never;')),
  store.refuses("a comment that does not end", replaceBody("Store/iterator", "return null; /*")),
  store.refuses("a brace too many closes the class", replaceBody("Store/iterator", "return null; } }")),
  store.mayRefuse(
    "statements instead of a method",
    replace("Store/iterator", "return null;"),
    to("return items.iterator();", "return null;"),
  ),
  store.mayRefuse(
    "a body in a fence",
    replaceBody("Store/iterator", "```java\nreturn null;\n```"),
    to("return items.iterator();", "return null;"),
  ),
  store.mayRefuse(
    "a declaration as a body",
    replaceBody("Store/iterator", "@Override\npublic Iterator<V> iterator() {\n    return null;\n}"),
    to("return items.iterator();", "return null;"),
    to('    @SuppressWarnings("x")\n', "", "return items.iterator();", "return null;"),
  ),
];
