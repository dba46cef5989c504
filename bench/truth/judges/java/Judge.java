import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import javax.lang.model.element.*;
import javax.lang.model.type.DeclaredType;
import javax.tools.*;

/** Java by javac: java Judge.java ROOT CLASSPATH, the files on stdin; overloads of a type are one symbol. */
public class Judge {
  static final Map<Element, String> ids = new HashMap<>();
  static final Map<CompilationUnitTree, String> texts = new HashMap<>();
  static final Map<String, String> groups = new HashMap<>();
  static Path root;
  static Trees trees;
  static SourcePositions positions;
  static PrintStream out;

  public static void main(String[] args) throws Exception {
    root = Path.of(args[0]).toRealPath();
    out = new PrintStream(new BufferedOutputStream(System.out), false, StandardCharsets.UTF_8);
    List<File> files = new BufferedReader(new InputStreamReader(System.in)).lines()
        .filter(line -> !line.isEmpty() && !line.endsWith("module-info.java"))
        .map(line -> root.resolve(line).toFile()).toList();
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
    List<String> options = List.of("-proc:none", "-Xmaxerrs", "1", "-cp", args.length > 1 ? args[1] : "",
        "--should-stop=ifError=FLOW", "-XDshould-stop.ifError=FLOW");
    JavacTask task = (JavacTask) compiler.getTask(new PrintWriter(System.err), manager, problem -> {}, options, null,
        manager.getJavaFileObjectsFromFiles(files));
    List<CompilationUnitTree> units = new ArrayList<>();
    for (CompilationUnitTree unit : task.parse()) units.add(unit);
    trees = Trees.instance(task);
    positions = trees.getSourcePositions();
    for (CompilationUnitTree unit : units) texts.put(unit, unit.getSourceFile().getCharContent(true).toString());
    task.analyze();
    for (CompilationUnitTree unit : units) new Scanner(unit).scan(new TreePath(unit), null);
    out.flush();
  }

  static class Scanner extends TreePathScanner<Void, Void> {
    final CompilationUnitTree unit;

    Scanner(CompilationUnitTree unit) { this.unit = unit; }

    @Override public Void visitImport(ImportTree node, Void unused) {
      if (node.isStatic() && node.getQualifiedIdentifier() instanceof MemberSelectTree select) {
        TreePath path = new TreePath(new TreePath(getCurrentPath(), select), select.getExpression());
        Element type = trees.getElement(path);
        String name = select.getIdentifier().toString();
        Set<String> used = new LinkedHashSet<>();
        for (; type instanceof TypeElement each; type = above(each)) {
          for (Element member : each.getEnclosedElements())
            if (member.getSimpleName().contentEquals(name)) used.add(idOf(member));
        }
        use(used, end(select) - name.length(), name);
        scan(select.getExpression(), null);
        return null;
      }
      return super.visitImport(node, unused);
    }

    @Override public Void visitClass(ClassTree node, Void unused) { declare(node); return super.visitClass(node, unused); }

    @Override public Void visitMethod(MethodTree node, Void unused) { declare(node); return super.visitMethod(node, unused); }

    @Override public Void visitVariable(VariableTree node, Void unused) { declare(node); return super.visitVariable(node, unused); }

    @Override public Void visitIdentifier(IdentifierTree node, Void unused) {
      String name = node.getName().toString();
      if (!name.equals("this") && !name.equals("super")) use(node, end(node) - name.length(), name);
      return null;
    }

    @Override public Void visitMemberSelect(MemberSelectTree node, Void unused) {
      String name = node.getIdentifier().toString();
      if (!name.equals("this") && !name.equals("class") && !name.equals("*")) use(node, end(node) - name.length(), name);
      return super.visitMemberSelect(node, unused);
    }

    @Override public Void visitMemberReference(MemberReferenceTree node, Void unused) {
      String name = node.getName().toString();
      if (!name.equals("<init>")) use(node, end(node) - name.length(), name);
      return super.visitMemberReference(node, unused);
    }

    void declare(Tree node) {
      Element element = trees.getElement(getCurrentPath());
      if (element == null) return;
      long at = nameAt(node, unit, texts.get(unit));
      if (at < 0) return;
      out.printf("{\"declare\":%s,\"at\":%s,\"name\":%s,\"kind\":\"%s\",\"container\":%s}%n", quote(idOf(element)),
          place(at), quote(element.getSimpleName().toString()), kindOf(element), quote(container(element)));
    }

    void use(Tree node, long at, String name) {
      Element element = trees.getElement(getCurrentPath());
      if (element == null || element.getKind() == ElementKind.PACKAGE || element.asType().getKind() == javax.lang.model.type.TypeKind.ERROR) return;
      use(Set.of(idOf(element)), at, name);
    }

    void use(Set<String> used, long at, String name) {
      // What the compiler makes up by itself stands nowhere.
      if (used.isEmpty() || at < 0 || !texts.get(unit).startsWith(name, (int) at)) return;
      StringJoiner list = new StringJoiner(",", "[", "]");
      for (String id : used) list.add(quote(id));
      out.printf("{\"use\":%s,\"at\":%s,\"name\":%s}%n", list, place(at), quote(name));
    }

    long end(Tree node) { return positions.getEndPosition(unit, node); }

    String place(long at) {
      LineMap map = unit.getLineMap();
      return "[" + quote(pathOf(unit)) + "," + map.getLineNumber(at) + "," + column(unit, at) + "]";
    }
  }

  static Element above(TypeElement type) {
    return type.getSuperclass() instanceof DeclaredType parent ? parent.asElement() : null;
  }

  /** A tab is one character here, not the columns up to the next stop. */
  static long column(CompilationUnitTree unit, long at) {
    return at - texts.get(unit).lastIndexOf('\n', (int) at - 1);
  }

  static String pathOf(CompilationUnitTree unit) {
    return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace('\\', '/');
  }

  static String idOf(Element element) {
    String known = ids.get(element);
    if (known == null) ids.put(element, known = findId(element));
    return known;
  }

  static String findId(Element element) {
    TreePath path = trees.getPath(element);
    if (path == null) return "outside";
    CompilationUnitTree unit = path.getCompilationUnit();
    long at = nameAt(path.getLeaf(), unit, texts.get(unit));
    if (at < 0) return "outside";
    String id = pathOf(unit) + ":" + unit.getLineMap().getLineNumber(at) + ":" + column(unit, at);
    if (element.getKind() != ElementKind.METHOD) return id;
    String group = idOf(element.getEnclosingElement()) + " " + element.getSimpleName();
    String first = groups.putIfAbsent(group, id);
    return first == null ? id : first;
  }

  /** Where the name begins; -1 for what has none. */
  static long nameAt(Tree node, CompilationUnitTree unit, String text) {
    String name;
    long from = positions.getStartPosition(unit, node);
    if (node instanceof ClassTree type) {
      name = type.getSimpleName().toString();
      long modifiers = positions.getEndPosition(unit, type.getModifiers());
      if (modifiers > from) from = modifiers;
    } else if (node instanceof MethodTree method) {
      name = method.getName().toString();
      if (name.equals("<init>")) return -1;
      if (method.getReturnType() != null) from = positions.getEndPosition(unit, method.getReturnType());
    } else if (node instanceof VariableTree variable) {
      name = variable.getName().toString();
      if (variable.getType() != null) from = Math.max(from, positions.getEndPosition(unit, variable.getType()));
    } else return -1;
    if (name.isEmpty() || from < 0) return -1;
    Matcher matcher = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(text);
    return matcher.find((int) from) ? matcher.start() : -1;
  }

  static String container(Element element) {
    Element around = element.getEnclosingElement();
    if (around == null || around.getKind() == ElementKind.PACKAGE) return "";
    String name = around.getSimpleName().toString();
    String outer = container(around);
    return outer.isEmpty() ? name : outer + "/" + name;
  }

  static String kindOf(Element element) {
    boolean isLocal = false;
    for (Element around = element.getEnclosingElement(); around != null; around = around.getEnclosingElement())
      if (around.getKind() == ElementKind.METHOD || around.getKind() == ElementKind.CONSTRUCTOR || around.getSimpleName().isEmpty() && around instanceof TypeElement) isLocal = true;
    if (isLocal) return "local";
    return switch (element.getKind()) {
      case METHOD -> "method";
      case CLASS, ENUM, RECORD -> "class";
      case INTERFACE, ANNOTATION_TYPE -> "interface";
      case ENUM_CONSTANT -> "constant";
      case FIELD -> element.getModifiers().containsAll(Set.of(Modifier.STATIC, Modifier.FINAL)) ? "constant" : "field";
      default -> "local";
    };
  }

  static String quote(String text) { return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'; }
}
