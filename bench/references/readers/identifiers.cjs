// The TypeScript 5.9 parser as a judge of which words are code: every identifier of the files named on stdin, with its role.
// usage: identifiers.cjs TYPESCRIPT PACKAGE-NAME, paths on stdin; prints one JSON object by name.
const { readFileSync } = require("node:fs");
const ts = require(process.argv[2]);
const own = process.argv[3];
const names = new Map();

for (const path of readFileSync(0, "utf8").split("\n").filter(Boolean)) readSource(path);
process.stdout.write(JSON.stringify([...names.values()].filter(({ declared }) => declared.length > 0)));

function readSource(path) {
  const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  const modules = moduleNames(source);
  const visit = (node) => {
    if (ts.isIdentifier(node)) note(path, source, node, modules);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function note(path, source, node, modules) {
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  const entry = names.get(node.text) ?? { name: node.text, declared: [], uses: [], others: 0 };
  names.set(node.text, entry);
  const role = roleOf(node, modules);
  if (role === "declared") entry.declared.push([path, line, character]);
  else if (role === "use") entry.uses.push([path, line, character]);
  else entry.others += 1;
}

/** Names of this file that stand for a whole module of this package. */
function moduleNames(source) {
  const found = new Set(["exports"]);
  const visit = (node) => {
    if (ts.isNamespaceImport(node) && isOwn(node.parent.parent.moduleSpecifier)) found.add(node.name.text);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && isOwnRequire(node.initializer))
      found.add(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isOwnRequire(node) {
  return (
    node !== undefined &&
    ts.isCallExpression(node) &&
    node.expression.getText() === "require" &&
    node.arguments.length === 1 &&
    isOwn(node.arguments[0])
  );
}

function isOwn(specifier) {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return false;
  const { text } = specifier;
  return text.startsWith(".") || text === own || text.startsWith(`${own}/`);
}

function roleOf(node, modules) {
  const { parent } = node;
  if (ts.isFunctionDeclaration(parent) && parent.name === node)
    return ts.isSourceFile(parent.parent) ? "declared" : "other";
  if (ts.isVariableDeclaration(parent) && parent.name === node)
    return isExportedFunction(parent) ? "declared" : "other";
  if (ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)) {
    const from = ts.isImportSpecifier(parent)
      ? parent.parent.parent.parent.moduleSpecifier
      : parent.parent.parent.moduleSpecifier;
    return parent.propertyName === undefined && (from === undefined || isOwn(from)) ? "use" : "other";
  }
  if (ts.isBindingElement(parent)) {
    const declaration = parent.parent.parent;
    const plain = parent.name === node && parent.propertyName === undefined && parent.initializer === undefined;
    return plain && ts.isVariableDeclaration(declaration) && isOwnRequire(declaration.initializer) ? "use" : "other";
  }
  if (ts.isShorthandPropertyAssignment(parent)) return isExports(parent.parent.parent) ? "use" : "other";
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) {
    const { expression } = parent;
    return ts.isIdentifier(expression) && modules.has(expression.text) ? "use" : "other";
  }
  if (ts.isQualifiedName(parent) && parent.right === node) return "other";
  // Under a default export or a whole module's value the symbol goes by any name.
  if (ts.isExportAssignment(parent)) return "other";
  if (ts.isBinaryExpression(parent) && parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken)
    return ts.isPropertyAccessExpression(parent.left) && parent.left.name.text === node.text ? "use" : "other";
  if (ts.isVariableDeclaration(parent) && parent.initializer === node) return "use";
  return parent.name === node || parent.label === node || parent.propertyName === node ? "other" : "use";
}

function isExportedFunction(declaration) {
  const { initializer } = declaration;
  const statement = declaration.parent.parent;
  return (
    initializer !== undefined &&
    (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)) &&
    ts.isVariableStatement(statement) &&
    ts.isSourceFile(statement.parent)
  );
}

function isExports(node) {
  return ts.isBinaryExpression(node) && ["module.exports", "exports"].includes(node.left.getText());
}
