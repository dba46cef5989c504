import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "c",
  "store.c",
  `#include <stdio.h>
#include "store.h"

#define MAX 10

typedef struct node {
  int value;
  struct node *next;
} node_t;

enum color { RED, GREEN };

static int counts[MAX] = {0}, total;
int (*handler)(int, char *);

/* Adds. */
static inline int
add(int a, int b)
{
	return a + b;
}

int old_style(a, b)
  int a;
  int b;
{
  return a - b;
}

#ifdef DEBUG
void trace(const char *text) {
  puts(text);
}
#endif

// Nobody calls it.
void unused(void) { }

int main(void) {
  printf("%d {\\n", add(1, 2));
  return 0;
}
`,
);

export const c = [
  store.does(
    "a function whose type stands on a line of its own",
    replace("add", "static inline int\nadd(int a, int b)\n{\n\treturn b + a;\n}"),
    to("return a + b;", "return b + a;"),
  ),
  store.does(
    "the body of a function with its brace on a line of its own",
    replaceBody("add", "return b + a;"),
    to("return a + b;", "return b + a;"),
  ),
  store.does(
    "the body with its braces",
    replaceBody("add", "{\n\treturn b + a;\n}"),
    to("return a + b;", "return b + a;"),
  ),
  store.mayRefuse(
    "a function of the old style",
    replaceBody("old_style", "return b - a;"),
    to("return a - b;", "return b - a;"),
  ),
  store.does(
    "the body of main",
    replaceBody("main", 'puts("}\\n");\nreturn 1;'),
    to('printf("%d {\\n", add(1, 2));\n  return 0;', 'puts("}\\n");\n  return 1;'),
  ),
  store.mayRefuse(
    "a type with a name",
    replace("node_t", "typedef struct node {\n  int value;\n} node_t;"),
    to("  struct node *next;\n", ""),
  ),
  store.mayRefuse("a field of a struct", replace("node/value", "long value;"), to("int value;", "long value;")),
  store.mayRefuse(
    "a field into a struct",
    insert("last", "node", "int more;"),
    to("  struct node *next;\n", "  struct node *next;\n  int more;\n"),
  ),
  store.mayRefuse("an enum", replace("color", "enum color { RED }"), to("RED, GREEN", "RED")),
  store.mayRefuse(
    "one of two variables",
    replace("total", "static int total = 1;"),
    to("static int counts[MAX] = {0}, total;", "static int counts[MAX] = {0};\nstatic int total = 1;"),
    to("{0}, total;", "{0}, total = 1;"),
  ),
  store.mayRefuse("one of two variables is removed", remove("total"), to("{0}, total;", "{0};")),
  store.mayRefuse(
    "a pointer to a function",
    replace("handler", "int (*handler)(int);"),
    to("(int, char *);", "(int);"),
  ),
  store.does("a macro", replace("MAX", "#define MAX 20"), to("MAX 10", "MAX 20")),
  store.refuses("a macro that is used is not removed", remove("MAX")),
  store.does(
    "a function under a condition",
    replaceBody("trace", "fputs(text, stderr);"),
    to("puts(text);", "fputs(text, stderr);"),
  ),
  store.does(
    "a function under a condition is removed, the condition stays",
    remove("trace"),
    to("void trace(const char *text) {\n  puts(text);\n}\n", ""),
  ),
  store.does(
    "a function that nobody calls is removed with its comment",
    remove("unused"),
    to("// Nobody calls it.\nvoid unused(void) { }\n\n", ""),
  ),
  store.adds(
    "a function before main",
    insert("before", "main", "static int one(void) { return 1; }"),
    to("int main(void)", "static int one(void) { return 1; }\n\nint main(void)"),
  ),
  store.adds(
    "a function behind one under a condition stays under it",
    insert("after", "trace", "void trace2(void) { }"),
    to("puts(text);\n}\n", "puts(text);\n}\n\nvoid trace2(void) { }\n"),
  ),
  store.adds(
    "an include among the includes",
    insert("imports", undefined, "#include <stdlib.h>"),
    to('#include "store.h"\n', '#include "store.h"\n#include <stdlib.h>\n'),
    to("<stdio.h>\n", "<stdio.h>\n#include <stdlib.h>\n"),
    to("#include <stdio.h>\n", "#include <stdlib.h>\n#include <stdio.h>\n"),
  ),
  store.refuses("a brace too few", replace("main", "int main(void) {\n  if (1) {\n  return 0;\n}")),
  store.refuses("a text that does not end", replaceBody("main", 'puts("never);')),
  store.refuses("an #endif too many", insert("after", "trace", "#endif")),
  store.mayRefuse(
    "a body with new lines that are spelled out",
    replaceBody("add", "int c = a;\\nreturn b + c;"),
    to("	return a + b;", "	int c = a;\n	return b + c;"),
  ),
];
