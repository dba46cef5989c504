// Symbols of TypeScript files by its compiler, the folder of which is the argument: reads a JSON list of texts, prints a list of {path: own code}.
import { createRequire } from "node:module";
import { text as readAll } from "node:stream/consumers";

const ts = createRequire(import.meta.url)(process.argv[2]);
const printer = ts.createPrinter({ removeComments: true });

const nameOf = ({ kind, name }) =>
  kind === ts.SyntaxKind.Constructor ? "constructor" : name === undefined ? undefined : (name.text ?? name.getText?.());

function symbolsOf(text) {
  const file = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest, true);
  if (file.parseDiagnostics.length > 0) return null;
  const found = {};
  const show = (node) => printer.printNode(ts.EmitHint.Unspecified, node, file);
  const add = (path, code) => (found[path] = (found[path] ?? "") + code);
  const headOf = (node) =>
    [...(node.modifiers ?? []), ...(node.typeParameters ?? []), ...(node.heritageClauses ?? [])].map(show).join(" ");
  function visit(node) {
    if (ts.isVariableStatement(node)) {
      const modifiers = (node.modifiers ?? []).map(show).join(" ");
      for (const each of node.declarationList.declarations)
        if (ts.isIdentifier(each.name)) add(each.name.text, `${modifiers} ${show(each)}`);
    } else if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isEnumDeclaration(node)) {
      const path = nameOf(node) ?? "default";
      add(path, headOf(node));
      for (const member of node.members) {
        const name = nameOf(member);
        if (name === undefined) add(path, show(member));
        else add(`${path}/${name.replace(/^#/, "#")}`, show(member));
      }
    } else if (ts.isFunctionDeclaration(node)) add(nameOf(node) ?? "default", show(node));
    else if (ts.isTypeAliasDeclaration(node)) add(node.name.text, show(node));
  }
  file.statements.forEach(visit);
  return found;
}

process.stdout.write(JSON.stringify(JSON.parse(await readAll(process.stdin)).map(symbolsOf)));
