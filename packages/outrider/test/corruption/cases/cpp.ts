import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "cpp",
  "store.cpp",
  `#include <map>
#include <string>

#define SQUARE(x) ((x) * (x))
#define LONG(x) \\
  do { \\
    (void)(x); \\
  } while (0)

namespace app {
namespace detail {

/// Adds.
template <typename T, int N = 2>
constexpr T add(T a, T b) {
  return a + b * N;
}

}  // namespace detail

enum class Color : int { Red, Green = 2 };

template <typename K>
class Store {
 public:
  Store() = default;
  explicit Store(int size) : size_(size), limit_{10} {}
  ~Store();

  bool operator==(const Store& other) const { return size_ == other.size_; }
  K& operator[](int at);
  [[nodiscard]] int size() const noexcept { return size_; }

  struct Node {
    Node* next = nullptr;
  };

 private:
  int size_ = 0;
  int limit_;
};

template <typename K>
Store<K>::~Store() {
  size_ = 0;
}

template <typename K>
K& Store<K>::operator[](int at) {
  static K none;
  return none;
}

#if defined(FAST)
int speed() { return 2; }
#else
int speed() {
  return 1;
}
#endif

static const char* text = R"x(
  } not code {
)x";

int overloaded(int a) { return a; }
int overloaded(double a) { return static_cast<int>(a); }

auto lambda = [](int a) {
  return a + 1;
};

int a = 1, b = 2;

/** Nobody calls it. */
static void unused() {}

}  // namespace app
`,
);

/** Templates, operators, conditions. */
export const cpp = [
  store.does(
    "a template is replaced with its head",
    replace("add", "template <typename T>\nconstexpr T add(T a, T b) {\n  return a + b;\n}"),
    to(
      "template <typename T, int N = 2>\nconstexpr T add(T a, T b) {\n  return a + b * N;",
      "template <typename T>\nconstexpr T add(T a, T b) {\n  return a + b;",
    ),
  ),
  store.mayRefuse(
    "a template sent without its head",
    replace("add", "constexpr int add(int a, int b) {\n  return a + b;\n}"),
    to(
      "template <typename T, int N = 2>\nconstexpr T add(T a, T b) {\n  return a + b * N;",
      "constexpr int add(int a, int b) {\n  return a + b;",
    ),
    to("constexpr T add(T a, T b) {\n  return a + b * N;", "constexpr int add(int a, int b) {\n  return a + b;"),
  ),
  store.does("the body of a template", replaceBody("add", "return a;"), to("return a + b * N;", "return a;")),
  store.does(
    "the body of a method on one line",
    replaceBody("Store/size", "return 1;"),
    to("noexcept { return size_; }", "noexcept { return 1; }"),
    to("noexcept { return size_; }", "noexcept {\n    return 1;\n  }"),
  ),
  store.does(
    "a method with its attribute",
    replace("Store/size", "[[nodiscard]] long size() const { return size_; }"),
    to("[[nodiscard]] int size() const noexcept", "[[nodiscard]] long size() const"),
  ),
  store.mayRefuse(
    "an operator in the class",
    replaceBody("Store/operator==", "return true;"),
    to("{ return size_ == other.size_; }", "{ return true; }"),
    to("{ return size_ == other.size_; }", "{\n    return true;\n  }"),
  ),
  store.mayRefuse(
    "an operator outside of the class",
    replaceBody("operator[][1]", "static K other;\nreturn other;"),
    to("  static K none;\n  return none;\n", "  static K other;\n  return other;\n"),
  ),
  store.mayRefuse(
    "a destructor outside of the class",
    replaceBody("~Store[1]", "limit_ = 0;"),
    to("  size_ = 0;\n", "  limit_ = 0;\n"),
  ),
  store.does(
    "a class with its template",
    replace("Store/Node", "struct Node {\n  Node* last = nullptr;\n}"),
    to("Node* next", "Node* last"),
  ),
  store.does(
    "a class within a class, its semicolon sent",
    replace("Store/Node", "struct Node {\n  Node* last = nullptr;\n};"),
    to("Node* next", "Node* last"),
  ),
  store.does("a field", replace("Store/size_", "int size_ = 1;"), to("int size_ = 0;", "int size_ = 1;")),
  store.mayRefuse(
    "a field without its semicolon",
    replace("Store/size_", "int size_ = 1"),
    to("int size_ = 0;", "int size_ = 1;"),
  ),
  store.mayRefuse("an enum", replace("Color", "enum class Color : int { Red }"), to("Red, Green = 2", "Red")),
  store.mayRefuse("a member of an enum", replace("Color/Green", "Green = 3"), to("Green = 2", "Green = 3")),
  store.mayRefuse("a member of an enum on one line is removed", remove("Color/Green"), to("Red, Green = 2", "Red")),
  store.mayRefuse(
    "a member of an enum on one line is added",
    insert("after", "Color/Red", "Blue"),
    to("Red, Green", "Red, Blue, Green"),
  ),
  store.refuses("overloads", replaceBody("overloaded", "return 1;"), "ambiguous_symbol"),
  store.does(
    "an overload by its number",
    replace("overloaded[1]", "int overloaded(float a) { return 1; }"),
    to("int overloaded(double a) { return static_cast<int>(a); }", "int overloaded(float a) { return 1; }"),
  ),
  store.refuses("a function under two conditions", replaceBody("speed", "return 3;"), "ambiguous_symbol"),
  store.does(
    "the function under the other condition",
    replaceBody("speed[1]", "return 3;"),
    to("  return 1;\n}\n#endif", "  return 3;\n}\n#endif"),
  ),
  store.mayRefuse(
    "a macro",
    replace("SQUARE", "#define SQUARE(x) ((x) * (x) * 1)"),
    to("((x) * (x))", "((x) * (x) * 1)"),
  ),
  store.mayRefuse(
    "a macro of several lines",
    replace("LONG", "#define LONG(x) ((void)(x))"),
    to("#define LONG(x) \\\n  do { \\\n    (void)(x); \\\n  } while (0)", "#define LONG(x) ((void)(x))"),
  ),
  store.refuses(
    "a macro that ends in a backslash swallows the next line",
    replace("SQUARE", "#define SQUARE(x) ((x) * (x)) \\"),
  ),
  store.mayRefuse(
    "a raw text",
    replace("text", 'static const char* text = R"y(\n)x" }\n)y";'),
    to('R"x(\n  } not code {\n)x"', 'R"y(\n)x" }\n)y"'),
  ),
  store.mayRefuse("a lambda", replaceBody("lambda", "return a + 2;"), to("return a + 1;", "return a + 2;")),
  store.does(
    "a lambda as a whole",
    replace("lambda", "auto lambda = [](int a) { return a; };"),
    to("[](int a) {\n  return a + 1;\n}", "[](int a) { return a; }"),
  ),
  store.mayRefuse(
    "one of two variables",
    replace("a", "int a = 3;"),
    to("int a = 1, b = 2;", "int a = 3;\nint b = 2;"),
    to("a = 1, b", "a = 3, b"),
  ),
  store.mayRefuse(
    "one of two variables is removed",
    remove("b", { unproven: "leave" }),
    to("int a = 1, b = 2;", "int a = 1;"),
  ),
  store.adds(
    "a method as the last of a class",
    insert("last", "app/Store", "int more_ = 0;"),
    to("  int limit_;\n", "  int limit_;\n  int more_ = 0;\n"),
  ),
  store.adds(
    "a method behind one",
    insert("after", "Store/size", "int twice() const { return 2 * size_; }"),
    to("{ return size_; }\n", "{ return size_; }\n  int twice() const { return 2 * size_; }\n"),
  ),
  store.adds(
    "a function behind a template",
    insert("after", "add", "inline int one() { return 1; }"),
    to("a + b * N;\n}\n", "a + b * N;\n}\n\ninline int one() { return 1; }\n"),
  ),
  store.adds(
    "a function before a template stands before its comment",
    insert("before", "add", "inline int one() { return 1; }"),
    to("/// Adds.\n", "inline int one() { return 1; }\n\n/// Adds.\n"),
  ),
  store.adds(
    "a function as the last of a namespace",
    insert("last", "app/detail", "inline int one() { return 1; }"),
    to("a + b * N;\n}\n", "a + b * N;\n}\n\ninline int one() { return 1; }\n"),
  ),
  store.adds(
    "an include among the includes",
    insert("imports", undefined, "#include <vector>"),
    to("#include <string>\n", "#include <string>\n#include <vector>\n"),
    to("#include <map>\n", "#include <vector>\n#include <map>\n"),
  ),
  store.does(
    "a function that nobody calls is removed with its comment",
    remove("unused"),
    to("/** Nobody calls it. */\nstatic void unused() {}\n\n", ""),
  ),
  store.refuses("a condition that does not end", replaceBody("add", "#if 1\nreturn a;")),
  store.refuses("a condition that ends twice", replace("speed[1]", "int speed() {\n  return 1;\n}\n#endif")),
  store.refuses("a comment that does not end", replaceBody("Store/size", "return 1; /*")),
  store.refuses("a brace too many", replaceBody("add", "return a; } }")),
  store.refuses("a class without its end", replace("Store/Node", "struct Node {\n  Node* last = nullptr;")),
  store.refuses("a line that ends in a backslash within a comment", replaceBody("add", "return a; // \\")),
];
