// TypeScript and JavaScript by the compiler's checker: node typescript.mjs ROOT COMPILER LANGUAGE, the files on stdin, one a line.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, sep } from "node:path";

const [root, compiler, language] = process.argv.slice(2);
const ts = createRequire(import.meta.url)(compiler);
const files = readFileSync(0, "utf8").split("\n").filter(Boolean);
const own = new Map(files.map((file) => [join(root, file), file]));
const isScript = language === "javascript";
// A package may have several configurations; the files of each are judged under it, and references between them by their places.
const program = makeProgram();
const checker = program.getTypeChecker();
const ids = new Map();
const rows = [];

for (const source of program.getSourceFiles()) if (own.has(source.fileName)) visit(source, source, "");
if (isScript) linkDescribed();
process.stdout.write(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));

/** At run time a script gets what a declaration file describes: such a use is one of the script's own declaration, too. */
function linkDescribed() {
  const scripts = new Map();
  const described = new Map();
  for (const { declare, at, name, kind, container } of rows) {
    if (declare === undefined || kind === "local") continue;
    const key = `${container}/${name}`;
    if (isDescription(at[0])) described.set(declare, key);
    else scripts.set(key, (scripts.get(key) ?? new Set()).add(declare));
  }
  for (const { use, at } of rows) {
    if (use === undefined || !/\.[cm]?jsx?$/.test(at[0])) continue;
    for (const id of [...use]) {
      const known = scripts.get(described.get(id)) ?? new Set();
      if (known.size === 1) use.push(...known);
    }
  }
}

function isDescription(file) {
  return /\.d\.[cm]?ts$/.test(file);
}

function makeProgram() {
  const path = ts.findConfigFile(root, ts.sys.fileExists, "tsconfig.json");
  const inside = path !== undefined && !relative(root, path).startsWith("..");
  const read = inside ? ts.readConfigFile(path, ts.sys.readFile).config : {};
  const parsed = ts.parseJsonConfigFileContent(read ?? {}, ts.sys, inside ? dirname(path) : root);
  const options = {
    jsx: ts.JsxEmit.ReactJSX,
    ...parsed.options,
    ...(parsed.options.moduleResolution === undefined || isScript
      ? { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler }
      : {}),
    target: ts.ScriptTarget.ESNext,
    lib: undefined,
    allowJs: true,
    checkJs: isScript,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    rootDir: undefined,
    rootDirs: undefined,
    composite: false,
    incremental: false,
    experimentalDecorators: true,
    types: undefined,
    typeRoots: undefined,
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile } = host;
  // Beside a script its declaration file would be taken in its place.
  const isHidden = (name) => isScript && name.endsWith(".d.ts") && own.has(name.replace(/\.d\.ts$/, ".js"));
  host.fileExists = (name) => !isHidden(name) && fileExists(name);
  host.readFile = (name) => (isHidden(name) ? undefined : readFile(name));
  const roots = [...own.keys()].filter((name) => !isHidden(name));
  return ts.createProgram(roots, options, host);
}

function visit(node, source, container) {
  let inner = container;
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) judge(node, source, container);
  const name = ts.getNameOfDeclaration(node);
  const isScope = name !== undefined && isNamed(name) && kindOf(node) !== "local" && !ts.isSourceFile(node);
  if (isScope) inner = container === "" ? name.text : `${container}/${name.text}`;
  ts.forEachChild(node, (child) => visit(child, source, child === name ? container : inner));
}

function judge(node, source, container) {
  if (node.text === "" || isInComment(node)) return;
  const { parent } = node;
  const at = placeOf(node, source);
  const declared = ts.isDeclaration(parent) && ts.getNameOfDeclaration(parent) === node && !isImported(node);
  const symbols = symbolsAt(node);
  if (declared || isAssignedDeclaration(node)) {
    const [symbol] = symbols;
    const id = symbol === undefined ? undefined : idOf(symbol);
    if (id !== undefined && id !== "outside")
      rows.push({ declare: id, at, name: node.text, kind: kindOf(declarationOf(node)), container });
  }
  const used = new Set();
  if (!declared && !isAssignedDeclaration(node)) for (const symbol of symbols) used.add(idOf(symbol));
  for (const symbol of alsoAt(node)) used.add(idOf(symbol));
  used.delete(undefined);
  if (used.size > 0) rows.push({ use: [...used], at, name: node.text });
}

function isInComment(node) {
  return (node.flags & ts.NodeFlags.JSDoc) !== 0;
}

/** Names that stand for something declared elsewhere, `const { name } = require(…)` among them. */
function isImported(name) {
  if (isImportOrExport(name.parent)) return true;
  const isVariable = ts.isBindingElement(name.parent) || ts.isVariableDeclaration(name.parent);
  return isVariable && ((checker.getSymbolAtLocation(name)?.flags ?? 0) & ts.SymbolFlags.Alias) !== 0;
}

function isImportOrExport(node) {
  return (
    ts.isImportSpecifier(node) ||
    ts.isImportClause(node) ||
    ts.isExportSpecifier(node) ||
    ts.isNamespaceImport(node) ||
    ts.isNamespaceExport(node) ||
    ts.isImportEqualsDeclaration(node) ||
    ts.isExportAssignment(node) ||
    ts.isShorthandPropertyAssignment(node)
  );
}

function symbolsAt(node) {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
    const value = checker.getShorthandAssignmentValueSymbol(parent);
    return value === undefined ? [] : resolve(value);
  }
  if (ts.isExportSpecifier(parent)) {
    const local = checker.getExportSpecifierLocalTargetSymbol(parent);
    return local === undefined ? [] : resolve(local);
  }
  const symbol = checker.getSymbolAtLocation(node);
  return symbol === undefined ? [] : resolve(symbol);
}

/** What a name refers to beside the value: the property of `{ name }`, the property that `const { name } = …` reads. */
function alsoAt(node) {
  const { parent } = node;
  if (ts.isShorthandPropertyAssignment(parent) && parent.name === node) {
    const type = contextual(parent.parent);
    const property = type?.getProperty(node.text);
    return property === undefined ? [] : resolve(property);
  }
  if (ts.isBindingElement(parent) && parent.name === node && parent.propertyName === undefined) {
    if (!ts.isObjectBindingPattern(parent.parent) || parent.dotDotDotToken !== undefined) return [];
    const property = checker.getTypeAtLocation(parent.parent)?.getProperty(node.text);
    return property === undefined ? [] : resolve(property);
  }
  // The key of an object literal is the property of the type that is expected there.
  if (ts.isPropertyAssignment(parent) && parent.name === node && ts.isObjectLiteralExpression(parent.parent)) {
    const property = contextual(parent.parent)?.getProperty(node.text);
    return property === undefined ? [] : resolve(property);
  }
  return [];
}

function contextual(literal) {
  return ts.isObjectLiteralExpression(literal) ? checker.getContextualType(literal) : undefined;
}

function resolve(symbol) {
  let known = symbol;
  if ((known.flags & ts.SymbolFlags.Alias) !== 0) known = checker.getAliasedSymbol(known);
  // An import that leads nowhere.
  if (known.escapedName === "unknown" && known.declarations === undefined) return [];
  return checker.getRootSymbols(known);
}

function idOf(symbol) {
  if (ids.has(symbol)) return ids.get(symbol);
  const id = findId(symbol);
  ids.set(symbol, id);
  return id;
}

function findId(symbol) {
  const [first] = symbol.declarations ?? [];
  if (first === undefined) return undefined;
  const all = symbol.declarations.filter((each) => own.has(each.getSourceFile().fileName));
  if (all.length === 0) return "outside";
  const [declaration] = all;
  if (ts.isSourceFile(declaration)) return undefined;
  // `exports.name = name`, `module.exports = { name: name }` and `module.exports = { name }` hand on what they name.
  const handed = handedOn(declaration);
  if (handed !== undefined && handed !== symbol) return idOf(handed);
  const name = nameOf(declaration);
  const [file, line, column] = placeOf(name ?? declaration, declaration.getSourceFile());
  return `${file}:${line}:${column}`;
}

function handedOn(declaration) {
  const symbol = [declaration, declaration.parent].map(handedValue).find((each) => each !== undefined);
  return symbol === undefined ? undefined : resolve(symbol)[0];
}

function handedValue(node) {
  if (node === undefined) return undefined;
  const isKey = ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node);
  const assignment = isKey ? node.parent.parent : node;
  if (!ts.isBinaryExpression(assignment)) return undefined;
  if (!/^(?:module\.)?exports\b/.test(assignment.left.getText())) return undefined;
  if (ts.isShorthandPropertyAssignment(node)) return checker.getShorthandAssignmentValueSymbol(node);
  const value = isKey ? node.initializer : node.right;
  return ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined;
}

function nameOf(declaration) {
  const name = ts.getNameOfDeclaration(declaration);
  return name !== undefined && isNamed(name) ? name : undefined;
}

function isNamed(name) {
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name);
}

/** `this.name = …`, `exports.name = …` and `A.prototype.name = …` of scripts. */
function isAssignedDeclaration(node) {
  const { parent } = node;
  if (!isScript || !ts.isPropertyAccessExpression(parent) || parent.name !== node) return false;
  const assignment = parent.parent;
  if (!ts.isBinaryExpression(assignment) || assignment.left !== parent) return false;
  const declarations = checker.getSymbolAtLocation(node)?.declarations ?? [];
  return declarations.some((each) => each === parent || each === assignment);
}

function declarationOf(node) {
  const { parent } = node;
  return ts.isPropertyAccessExpression(parent) ? parent.parent : parent;
}

function kindOf(node) {
  if (ts.isFunctionDeclaration(node)) return "function";
  if (ts.isMethodDeclaration(node) || ts.isMethodSignature(node) || ts.isAccessor(node)) {
    return ts.isObjectLiteralExpression(node.parent) ? "local" : "method";
  }
  if (ts.isClassLike(node)) return "class";
  if (ts.isInterfaceDeclaration(node)) return "interface";
  if (ts.isTypeAliasDeclaration(node) || ts.isEnumDeclaration(node)) return "type";
  if (ts.isModuleDeclaration(node)) return "module";
  if (ts.isEnumMember(node) || ts.isPropertyDeclaration(node) || ts.isPropertySignature(node)) return "field";
  if (ts.isBinaryExpression(node)) return assignedKind(node);
  if (!ts.isVariableDeclaration(node) || !isTop(node)) return "local";
  const { initializer } = node;
  if (initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)))
    return "function";
  return (ts.getCombinedNodeFlags(node) & ts.NodeFlags.Const) === 0 ? "variable" : "constant";
}

function assignedKind({ left, right }) {
  const text = left.getText();
  const isFunction = ts.isFunctionExpression(right) || ts.isArrowFunction(right);
  if (text.includes(".prototype.")) return isFunction ? "method" : "field";
  if (text.startsWith("this.")) return "field";
  return isFunction ? "function" : "local";
}

function isTop(node) {
  const statement = node.parent?.parent;
  return statement !== undefined && ts.isVariableStatement(statement) && ts.isSourceFile(statement.parent);
}

function placeOf(node, source) {
  const { line, character } = source.getLineAndCharacterOfPosition(node.getStart(source));
  return [relative(root, source.fileName).split(sep).join("/"), line + 1, character + 1];
}
