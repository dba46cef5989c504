import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

/** Symbols of Java files by javac's own parser; protocol: see program-oracle.ts. */
public class Symbols {
  static final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();

  public static void main(String[] args) throws Exception {
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    var out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    for (String path = in.readLine(); path != null; path = in.readLine()) out.println(read(path));
  }

  static String read(String path) throws Exception {
    String text = Files.readString(Path.of(path));
    var errors = new DiagnosticCollector<JavaFileObject>();
    var source = new SimpleJavaFileObject(URI.create("string:///" + Path.of(path).getFileName()), JavaFileObject.Kind.SOURCE) {
      @Override public CharSequence getCharContent(boolean ignore) { return text; }
    };
    var task = (JavacTask) compiler.getTask(null, null, errors, List.of("-proc:none"), null, List.of(source));
    CompilationUnitTree unit = task.parse().iterator().next();
    for (var error : errors.getDiagnostics()) if (error.getKind() == Diagnostic.Kind.ERROR) return "null";
    var rows = new ArrayList<String>();
    new Walker(unit, text, rows).scan(unit, "");
    return "[" + String.join(",", rows) + "]";
  }

  static class Walker extends TreeScanner<Void, String> {
    final CompilationUnitTree unit;
    final String text;
    final List<String> rows;

    Walker(CompilationUnitTree unit, String text, List<String> rows) {
      this.unit = unit;
      this.text = text;
      this.rows = rows;
    }

    @Override public Void visitClass(ClassTree node, String container) {
      String name = node.getSimpleName().toString();
      // An anonymous class has no name; what it declares counts as inside of what is around it.
      if (name.isEmpty()) return super.visitClass(node, container);
      add("class", name, node, container);
      return super.visitClass(node, name);
    }

    @Override public Void visitMethod(MethodTree node, String container) {
      String name = node.getName().contentEquals("<init>") ? container : node.getName().toString();
      add("method", name, node, container);
      return super.visitMethod(node, name);
    }

    void add(String kind, String name, Tree node, String container) {
      // The tree's position is the keyword or the name, behind annotations and modifiers; the name follows it.
      int at = Math.max(text.indexOf(name, ((JCTree) node).pos), 0);
      long line = unit.getLineMap().getLineNumber(at);
      rows.add(String.format("[\"%s\",\"%s\",%d,\"%s\"]", kind, name, line, container));
    }
  }
}
