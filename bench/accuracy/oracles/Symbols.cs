using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.CSharp.Syntax;

/// <summary>Symbols of C# files by Roslyn, the compiler's own parser; protocol: see program-oracle.ts.</summary>
static class Symbols {
  static void Main() {
    for (string path = Console.ReadLine(); path != null; path = Console.ReadLine()) {
      Console.Out.WriteLine(Read(path));
      Console.Out.Flush();
    }
  }

  static string Read(string path) {
    var options = new CSharpParseOptions(LanguageVersion.Preview);
    var tree = CSharpSyntaxTree.ParseText(File.ReadAllText(path), options);
    if (tree.GetDiagnostics().Any(found => found.Severity == DiagnosticSeverity.Error)) return "null";
    var rows = new List<string>();
    foreach (var node in tree.GetRoot().DescendantNodes(descendIntoTrivia: false)) Add(node, rows);
    foreach (var trivia in tree.GetRoot().DescendantTrivia().Where(part => part.IsKind(SyntaxKind.DisabledTextTrivia))) {
      var lines = trivia.GetLocation().GetLineSpan();
      rows.Add($"[\"hole\",\"\",{lines.StartLinePosition.Line + 1},{lines.EndLinePosition.Line}]");
    }
    return "[" + string.Join(",", rows) + "]";
  }

  static void Add(SyntaxNode node, List<string> rows) {
    switch (node) {
      case BaseTypeDeclarationSyntax type: Row("class", type.Identifier, node, rows); break;
      case DelegateDeclarationSyntax type: Row("class", type.Identifier, node, rows); break;
      case MethodDeclarationSyntax method: Row("method", method.Identifier, node, rows); break;
      case ConstructorDeclarationSyntax method: Row("method", method.Identifier, node, rows); break;
      case DestructorDeclarationSyntax method: Row("either", method.Identifier, node, rows); break;
      case OperatorDeclarationSyntax method: Row("method", method.OperatorToken, node, rows); break;
      // Has no name; the type it converts to may be taken for one.
      case ConversionOperatorDeclarationSyntax method: Row("either", method.Type.GetFirstToken(), node, rows); break;
      case LocalFunctionStatementSyntax function: Row("function", function.Identifier, node, rows); break;
    }
  }

  static void Row(string kind, SyntaxToken name, SyntaxNode node, List<string> rows) {
    var line = name.GetLocation().GetLineSpan().StartLinePosition.Line + 1;
    // A namespace is no container here: half of the servers list it, half do not.
    var around = node.Ancestors().Select(NameOf).FirstOrDefault(found => found != null) ?? "";
    rows.Add($"[\"{kind}\",\"{name.Text.TrimStart('@')}\",{line},\"{around}\"]");
  }

  static string NameOf(SyntaxNode node) {
    switch (node) {
      case BaseTypeDeclarationSyntax type: return type.Identifier.Text;
      case MethodDeclarationSyntax method: return method.Identifier.Text;
      case ConstructorDeclarationSyntax method: return method.Identifier.Text;
      case PropertyDeclarationSyntax property: return property.Identifier.Text;
      case LocalFunctionStatementSyntax function: return function.Identifier.Text;
      default: return null;
    }
  }
}
