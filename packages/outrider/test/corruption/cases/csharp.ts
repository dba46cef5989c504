import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const store = over(
  "csharp",
  "Store.cs",
  `using System;
using System.Collections.Generic;

namespace App.Stores;

/// <summary>Keeps things.</summary>
[Serializable, Obsolete("}")]
public sealed class Store<T> : IDisposable where T : class, new()
{
    private const int Limit = 10, More = 20;
    private readonly List<T> items = new() { };

    public event EventHandler? Changed;

    [Required]
    public string Name { get; set; } = "store";

    public int Size
    {
        get { return items.Count; }
        private set => throw new InvalidOperationException();
    }

    public T this[int at] => items[at];

    public Store() : this(1) { }

    internal Store(int size)
    {
    }

    /// <summary>Reads.</summary>
    [Pure]
    public async Task<T> Read<U>(U at, string text = "{") where U : struct
    {
        await Task.Yield();
        return items[0];
    }

    public static Store<T> operator +(Store<T> a, Store<T> b) => a;

    string Raw() => """
        not { code
        """;

    private void Unused() { }

    public void Dispose() => items.Clear();

#region inner
    private struct Node
    {
        public int Value;
    }
#endregion
}

public record Point(int X, int Y)
{
    public int Sum => X + Y;
}

public record struct Pair(int A);

[Flags]
public enum Colors
{
    None = 0,
    Red = 1,
}
`,
);

export const csharp = [
  store.does(
    "a method with its attribute, its comment stays",
    replace("Read", "[Pure]\npublic async Task<T> Read<U>(U at) where U : struct\n{\n    return items[0];\n}"),
    to('(U at, string text = "{")', "(U at)", "        await Task.Yield();\n", ""),
  ),
  store.mayRefuse(
    "a method sent without its attribute",
    replace("Read", "public T Read()\n{\n    return items[0];\n}"),
    to(
      '    [Pure]\n    public async Task<T> Read<U>(U at, string text = "{") where U : struct\n',
      "    public T Read()\n",
      "        await Task.Yield();\n",
      "",
    ),
    to(
      '    public async Task<T> Read<U>(U at, string text = "{") where U : struct\n',
      "    public T Read()\n",
      "        await Task.Yield();\n",
      "",
    ),
  ),
  store.does(
    "the body of a method",
    replaceBody("Read", "return items[1];"),
    to("        await Task.Yield();\n        return items[0];\n", "        return items[1];\n"),
  ),
  store.does(
    "a property",
    replace("Name", '[Required]\npublic string Name { get; init; } = "shop";'),
    to('{ get; set; } = "store";', '{ get; init; } = "shop";'),
  ),
  store.does(
    "a property with its bodies",
    replace("Size", "public int Size => 1;"),
    to(
      "public int Size\n    {\n        get { return items.Count; }\n        private set => throw new InvalidOperationException();\n    }",
      "public int Size => 1;",
    ),
  ),
  store.mayRefuse(
    "the body of a method that is an expression",
    replaceBody("Dispose", "items.Capacity = 0"),
    to("items.Clear()", "items.Capacity = 0"),
  ),
  store.mayRefuse(
    "statements for the body of a method that is an expression",
    replaceBody("Dispose", "items.Capacity = 0;"),
    to("items.Clear();", "items.Capacity = 0;"),
    to("Dispose() => items.Clear();", "Dispose()\n    {\n        items.Capacity = 0;\n    }"),
  ),
  store.does(
    "a method that is an expression",
    replace("Dispose", "public void Dispose() { }"),
    to("Dispose() => items.Clear();", "Dispose() { }"),
  ),
  store.mayRefuse(
    "a raw text",
    replace("Raw", 'string Raw() => """\n    other\n    """;'),
    to("        not { code\n", "        other\n"),
    to('        not { code\n        """;', '    other\n    """;'),
  ),
  store.mayRefuse(
    "one of two constants",
    replace("More", "private const int More = 30;"),
    to("More = 20", "More = 30"),
    to("Limit = 10, More = 20;", "Limit = 10;\n    private const int More = 30;"),
  ),
  store.mayRefuse("one of two constants is removed", remove("More"), to("Limit = 10, More = 20;", "Limit = 10;")),
  store.does("a field", replace("items", "private readonly List<T> items = new();"), to("new() { };", "new();")),
  store.mayRefuse("an event", replace("Changed", "public event Action? Changed;"), to("EventHandler?", "Action?")),
  store.refuses("two constructors", replaceBody("Store/Store", "Size = 1;"), "ambiguous_symbol"),
  store.does(
    "the body of the second constructor",
    replaceBody("Store/Store[1]", "Size = size;"),
    to("internal Store(int size)\n    {\n    }", "internal Store(int size)\n    {\n        Size = size;\n    }"),
  ),
  store.does(
    "a record",
    replace("Pair", "public record struct Pair(int A, int B);"),
    to("Pair(int A)", "Pair(int A, int B)"),
  ),
  store.does("a property of a record", replace("Point/Sum", "public int Sum => X - Y;"), to("X + Y", "X - Y")),
  store.mayRefuse("a member of an enum", replace("Colors/Red", "Red = 2"), to("Red = 1", "Red = 2")),
  store.mayRefuse(
    "a member into an enum",
    insert("last", "Colors", "Green = 2,"),
    to("    Red = 1,\n", "    Red = 1,\n    Green = 2,\n"),
  ),
  store.does(
    "an enum with its attribute",
    replace("Colors", "public enum Colors { None }"),
    to("[Flags]\npublic enum Colors\n{\n    None = 0,\n    Red = 1,\n}", "public enum Colors { None }"),
  ),
  store.adds(
    "a method as the last of a class stands behind the region",
    insert("last", "Store", "public void More() { }"),
    to("#endregion\n}", "#endregion\n\n    public void More() { }\n}"),
    to("        public int Value;\n    }\n", "        public int Value;\n    }\n\n    public void More() { }\n"),
  ),
  store.adds(
    "a method before one stands before comment and attribute",
    insert("before", "Read", "public void More() { }"),
    to("    /// <summary>Reads.", "    public void More() { }\n\n    /// <summary>Reads."),
  ),
  store.adds(
    "a using among the usings",
    insert("imports", undefined, "using System.IO;"),
    to("using System.Collections.Generic;\n", "using System.Collections.Generic;\nusing System.IO;\n"),
    to("using System;\n", "using System;\nusing System.IO;\n"),
    to("using System;\n", "using System.IO;\nusing System;\n"),
  ),
  store.does("a method that nobody calls is removed", remove("Unused"), to("    private void Unused() { }\n\n", "")),
  store.does(
    "a method is removed if its uses are left with comment and attribute",
    remove("Read", { unproven: "leave" }),
    to(
      '    /// <summary>Reads.</summary>\n    [Pure]\n    public async Task<T> Read<U>(U at, string text = "{") where U : struct\n    {\n        await Task.Yield();\n        return items[0];\n    }\n\n',
      "",
    ),
  ),
  store.refuses("a brace too many", replaceBody("Read", "return items[0]; } }")),
  store.refuses("a text that does not end", replaceBody("Read", 'return """\n  never;')),
  store.refuses("a comment that does not end", replace("Name", "public string Name { get; set; } /*")),
  store.refuses("a directive that does not end", replaceBody("Read", "#if X\nreturn items[0];")),
  store.mayRefuse(
    "entities",
    replaceBody("Read", "return at &lt; 1 ? items[0] : items[1];"),
    to("        await Task.Yield();\n        return items[0];\n", "        return at < 1 ? items[0] : items[1];\n"),
  ),
];
