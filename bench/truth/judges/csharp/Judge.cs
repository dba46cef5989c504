using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

/// <summary>C# by Roslyn's semantic model: ROOT, the files on stdin; overloads of a type and parts of a partial one are one symbol.</summary>
static class Judge {
  static readonly Dictionary<ISymbol, string> ids = new Dictionary<ISymbol, string>(SymbolEqualityComparer.Default);
  static readonly Dictionary<string, string> groups = new Dictionary<string, string>();
  static string root;

  static void Main(string[] args) {
    root = args[0];
    var options = new CSharpParseOptions(LanguageVersion.Preview, preprocessorSymbols: new[] { "NETSTANDARD2_0" });
    var trees = new List<SyntaxTree>();
    for (string file = Console.ReadLine(); !string.IsNullOrEmpty(file); file = Console.ReadLine())
      trees.Add(CSharpSyntaxTree.ParseText(File.ReadAllText(Path.Combine(root, file)), options, file));
    var runtime = Directory.GetFiles(Path.GetDirectoryName(typeof(object).Assembly.Location), "*.dll")
      .Where(path => Path.GetFileName(path).StartsWith("System.") || Path.GetFileName(path) == "netstandard.dll" || Path.GetFileName(path) == "mscorlib.dll")
      .Where(path => !path.Contains("Native"));
    var compilation = CSharpCompilation.Create("judged", trees,
      runtime.Select(path => MetadataReference.CreateFromFile(path)), new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary));
    foreach (var tree in trees) {
      var model = compilation.GetSemanticModel(tree);
      foreach (var node in tree.GetRoot().DescendantNodes()) {
        Declare(node, model);
        if (node is SimpleNameSyntax name) Use(name, model);
      }
    }
    Console.Out.Flush();
  }

  static void Declare(SyntaxNode node, SemanticModel model) {
    var name = NameOf(node);
    if (name.IsKind(SyntaxKind.None) || name.ValueText == "") return;
    var symbol = model.GetDeclaredSymbol(node);
    if (symbol == null) return;
    Console.Out.WriteLine($"{{\"declare\":{Quote(IdOf(symbol))},\"at\":{At(name)},\"name\":{Quote(name.ValueText)},\"kind\":\"{KindOf(symbol)}\",\"container\":{Quote(ContainerOf(symbol))}}}");
  }

  static SyntaxToken NameOf(SyntaxNode node) {
    switch (node) {
      case BaseTypeDeclarationSyntax type: return type.Identifier;
      case DelegateDeclarationSyntax type: return type.Identifier;
      case MethodDeclarationSyntax method: return method.Identifier;
      case ConstructorDeclarationSyntax method: return method.Identifier;
      case PropertyDeclarationSyntax property: return property.Identifier;
      case EventDeclarationSyntax property: return property.Identifier;
      case EnumMemberDeclarationSyntax member: return member.Identifier;
      case VariableDeclaratorSyntax variable: return variable.Identifier;
      case ParameterSyntax parameter: return parameter.Identifier;
      case LocalFunctionStatementSyntax function: return function.Identifier;
      case SingleVariableDesignationSyntax variable: return variable.Identifier;
      case TypeParameterSyntax parameter: return parameter.Identifier;
      default: return default;
    }
  }

  static void Use(SimpleNameSyntax name, SemanticModel model) {
    if (name.IsVar) return;
    var info = model.GetSymbolInfo(name);
    var found = info.Symbol != null ? new[] { info.Symbol } : info.CandidateSymbols.ToArray();
    var used = found.Where(each => !(each is INamespaceSymbol)).Select(IdOf).Distinct().ToList();
    if (used.Count == 0) return;
    Console.Out.WriteLine($"{{\"use\":[{string.Join(",", used.Select(Quote))}],\"at\":{At(name.Identifier)},\"name\":{Quote(name.Identifier.ValueText)}}}");
  }

  static string IdOf(ISymbol symbol) {
    if (symbol is IMethodSymbol method) {
      if (method.ReducedFrom != null) symbol = method.ReducedFrom;
      // `[Name]` and `new Name()` name the type.
      if (method.MethodKind == MethodKind.Constructor) symbol = method.ContainingType;
    }
    symbol = symbol.OriginalDefinition;
    if (!ids.TryGetValue(symbol, out var id)) ids[symbol] = id = FindId(symbol);
    return id;
  }

  static string FindId(ISymbol symbol) {
    // The method by which a delegate is called has no name in any file.
    if (symbol is IMethodSymbol invoked && invoked.MethodKind == MethodKind.DelegateInvoke) return "outside";
    var places = symbol.Locations.Where(each => each.IsInSource).Select(Place).OrderBy(each => each, StringComparer.Ordinal).ToList();
    if (places.Count == 0) return "outside";
    if (!(symbol is IMethodSymbol) || symbol.ContainingType == null) return places[0];
    var group = IdOf(symbol.ContainingType) + " " + symbol.Name;
    if (!groups.TryGetValue(group, out var first)) groups[group] = first = places[0];
    return first;
  }

  static string Place(Location location) {
    var start = location.GetLineSpan().StartLinePosition;
    return $"{location.SourceTree.FilePath}:{start.Line + 1}:{start.Character + 1}";
  }

  static string At(SyntaxToken token) {
    var start = token.GetLocation().GetLineSpan().StartLinePosition;
    return $"[{Quote(token.SyntaxTree.FilePath)},{start.Line + 1},{start.Character + 1}]";
  }

  static string KindOf(ISymbol symbol) {
    switch (symbol) {
      case INamedTypeSymbol type: return type.TypeKind == TypeKind.Interface ? "interface" : type.TypeKind == TypeKind.Delegate ? "type" : "class";
      case IMethodSymbol method: return method.MethodKind == MethodKind.Ordinary ? "method" : "local";
      case IPropertySymbol _: return "field";
      case IEventSymbol _: return "field";
      case IFieldSymbol field: return field.IsConst || field.IsStatic && field.IsReadOnly ? "constant" : "field";
      default: return "local";
    }
  }

  static string ContainerOf(ISymbol symbol) {
    var names = new List<string>();
    for (var type = symbol.ContainingType; type != null; type = type.ContainingType) names.Insert(0, type.Name);
    return string.Join("/", names);
  }

  static string Quote(string text) => "\"" + text.Replace("\\", "\\\\").Replace("\"", "\\\"") + "\"";
}
