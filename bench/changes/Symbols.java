import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.*;
import javax.tools.*;

/** Symbols of Java files by the compiler's own parser: reads texts that end with NUL, prints a line with PATH, TAB and own code for each. */
class Symbols {
    static final Map<String, String> found = new LinkedHashMap<>();

    public static void main(String[] args) throws Exception {
        String all = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        for (String text : all.split("\0")) {
            found.clear();
            var problems = new DiagnosticCollector<JavaFileObject>();
            var source = new SimpleJavaFileObject(URI.create("string:///A.java"), JavaFileObject.Kind.SOURCE) {
                public CharSequence getCharContent(boolean ignore) { return text; }
            };
            var task = (JavacTask) compiler.getTask(null, null, problems, List.of(), null, List.of(source));
            for (CompilationUnitTree unit : task.parse())
                for (Tree type : unit.getTypeDecls()) if (type instanceof ClassTree each) visit(each, "");
            boolean isBroken = problems.getDiagnostics().stream().anyMatch(each -> each.getKind() == Diagnostic.Kind.ERROR);
            if (isBroken) System.out.println("\u0002");
            else found.forEach((path, code) -> System.out.println(path + "\t" + code.replaceAll("\\s+", " ")));
            System.out.println("\u0003");
        }
    }

    static void visit(ClassTree type, String prefix) {
        String path = prefix + type.getSimpleName();
        add(path, type.getModifiers() + " " + type.getExtendsClause() + type.getImplementsClause() + type.getTypeParameters());
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree inner) visit(inner, path + "/");
            else if (member instanceof MethodTree method) {
                boolean isConstructor = method.getName().contentEquals("<init>");
                add(path + "/" + (isConstructor ? type.getSimpleName() : method.getName()), method.toString());
            } else if (member instanceof VariableTree field) add(path + "/" + field.getName(), field.toString());
            else add(path, member.toString());
        }
    }

    static void add(String path, String code) {
        found.merge(path, code, String::concat);
    }
}
