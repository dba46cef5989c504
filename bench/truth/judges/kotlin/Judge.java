import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import org.jetbrains.kotlin.cli.common.CLIConfigurationKeys;
import org.jetbrains.kotlin.cli.common.config.ContentRootsKt;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.*;
import org.jetbrains.kotlin.cli.jvm.config.JvmContentRootsKt;
import org.jetbrains.kotlin.com.intellij.openapi.util.Disposer;
import org.jetbrains.kotlin.com.intellij.psi.PsiElement;
import org.jetbrains.kotlin.config.*;
import org.jetbrains.kotlin.descriptors.*;
import org.jetbrains.kotlin.descriptors.impl.TypeAliasConstructorDescriptor;
import org.jetbrains.kotlin.lexer.KtTokens;
import org.jetbrains.kotlin.psi.*;
import org.jetbrains.kotlin.resolve.*;

/** Kotlin by its compiler: java -cp JARS Judge.java ROOT, the files on stdin; overloads in one file and type are one symbol. */
public class Judge {
  static final Map<String, String> groups = new HashMap<>();
  static BindingContext context;
  static Path root;
  static PrintStream out;

  public static void main(String[] args) throws Exception {
    root = Path.of(args[0]).toRealPath();
    out = new PrintStream(new BufferedOutputStream(new FileOutputStream(FileDescriptor.out)), false, StandardCharsets.UTF_8);
    CompilerConfiguration configuration = new CompilerConfiguration();
    configuration.put(CommonConfigurationKeys.MODULE_NAME, "judged");
    configuration.put(CLIConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
    configuration.put(JVMConfigurationKeys.JDK_HOME, new File(System.getProperty("java.home")));
    configuration.put(CommonConfigurationKeys.LANGUAGE_VERSION_SETTINGS, new LanguageVersionSettingsImpl(
        LanguageVersion.KOTLIN_1_9, ApiVersion.KOTLIN_1_9, Map.of(),
        Map.of(LanguageFeature.MultiPlatformProjects, LanguageFeature.State.ENABLED)));
    JvmContentRootsKt.configureJdkClasspathRoots(configuration);
    for (String jar : System.getProperty("java.class.path").split(File.pathSeparator))
      if (!jar.isEmpty()) JvmContentRootsKt.addJvmClasspathRoot(configuration, new File(jar));
    for (String file : new BufferedReader(new InputStreamReader(System.in)).lines().toList())
      if (file.endsWith(".kt"))
        ContentRootsKt.addKotlinSourceRoot(configuration, root.resolve(file).toString(), file.contains("/common"));
    KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(
        Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
    List<KtFile> files = environment.getSourceFiles();
    context = TopDownAnalyzerFacadeForJVM.analyzeFilesWithJavaIntegration(environment.getProject(), files,
        new NoScopeRecordCliBindingTrace(), configuration, environment::createPackagePartProvider).getBindingContext();
    for (KtFile file : files) walk(file);
    out.flush();
    // The compiler's own threads would keep the program alive.
    System.exit(0);
  }

  static void walk(PsiElement element) {
    if (element instanceof KtPackageDirective) return;
    if (element instanceof KtNamedDeclaration declaration) declare(declaration);
    if (element instanceof KtSimpleNameExpression name) use(name);
    for (PsiElement child = element.getFirstChild(); child != null; child = child.getNextSibling()) walk(child);
  }

  static void declare(KtNamedDeclaration declaration) {
    PsiElement name = declaration.getNameIdentifier();
    if (name == null || declaration.getName() == null) return;
    out.printf("{\"declare\":%s,\"at\":%s,\"name\":%s,\"kind\":\"%s\",\"container\":%s}%n", quote(idOf(declaration)), place(name),
        quote(declaration.getName()), kindOf(declaration), quote(container(declaration)));
  }

  static void use(KtSimpleNameExpression expression) {
    String name = expression.getReferencedName();
    if (!name.matches("[\\p{L}_][\\p{L}\\p{N}_]*") || expression instanceof KtLabelReferenceExpression) return;
    if (expression.getParent() instanceof KtInstanceExpressionWithLabel) return;
    Set<String> used = new TreeSet<>();
    DeclarationDescriptor one = context.get(BindingContext.REFERENCE_TARGET, expression);
    Collection<? extends DeclarationDescriptor> several = context.get(BindingContext.AMBIGUOUS_REFERENCE_TARGET, expression);
    if (one != null) addTarget(one, name, used);
    // In an import, all functions of the name are meant; elsewhere the compiler could not choose.
    if (several != null && isImported(expression)) for (DeclarationDescriptor each : several) addTarget(each, name, used);
    if (used.isEmpty()) return;
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (String id : used) list.add(quote(id));
    out.printf("{\"use\":%s,\"at\":%s,\"name\":%s}%n", list, place(expression), quote(name));
  }

  static boolean isImported(PsiElement element) {
    for (PsiElement at = element; at != null; at = at.getParent()) if (at instanceof KtImportDirective) return true;
    return false;
  }

  static void addTarget(DeclarationDescriptor given, String name, Set<String> used) {
    DeclarationDescriptor descriptor = given;
    if (descriptor instanceof PackageViewDescriptor || descriptor instanceof PackageFragmentDescriptor) return;
    if (descriptor instanceof TypeAliasConstructorDescriptor alias) descriptor = alias.getTypeAliasDescriptor();
    if (descriptor instanceof ConstructorDescriptor constructor) descriptor = constructor.getConstructedClass();
    // A class that stands for its companion is named as the class.
    if (descriptor instanceof ClassDescriptor type && type.isCompanionObject() && !type.getName().asString().equals(name))
      descriptor = type.getContainingDeclaration();
    if (descriptor instanceof PropertyAccessorDescriptor accessor) descriptor = accessor.getCorrespondingProperty();
    Collection<DeclarationDescriptor> effective = DescriptorToSourceUtils.INSTANCE.getEffectiveReferencedDescriptors(descriptor);
    for (DeclarationDescriptor each : effective) {
      PsiElement source = DescriptorToSourceUtils.getSourceFromDescriptor(each);
      used.add(source instanceof KtNamedDeclaration declaration ? idOf(declaration) : "outside");
    }
  }

  static String idOf(KtNamedDeclaration declaration) {
    PsiElement name = declaration.getNameIdentifier();
    String id = fileOf(declaration) + ":" + offset(name == null ? declaration : name);
    // Extensions of several types may share a name, as overloads do.
    boolean isOverload = declaration instanceof KtNamedFunction
        || declaration instanceof KtProperty property && property.getReceiverTypeReference() != null;
    if (!isOverload || isLocal(declaration)) return id;
    String first = groups.putIfAbsent(fileOf(declaration) + " " + container(declaration) + " " + declaration.getName(), id);
    return first == null ? id : first;
  }

  static boolean isLocal(PsiElement declaration) {
    for (PsiElement at = declaration.getParent(); at != null; at = at.getParent())
      if (at instanceof KtFunction || at instanceof KtAnonymousInitializer || at instanceof KtObjectLiteralExpression
          || at instanceof KtPropertyAccessor || at instanceof KtProperty) return true;
    return false;
  }

  static String kindOf(KtNamedDeclaration declaration) {
    // Two declarations of one symbol: it is not known which of them a use means.
    if (declaration.hasModifier(KtTokens.EXPECT_KEYWORD) || declaration.hasModifier(KtTokens.ACTUAL_KEYWORD)) return "local";
    if (declaration instanceof KtParameter parameter) {
      boolean isField = parameter.hasValOrVar() && parameter.getOwnerFunction() instanceof KtPrimaryConstructor;
      return isField && !isLocal(parameter.getOwnerFunction()) ? "field" : "local";
    }
    if (isLocal(declaration)) return "local";
    boolean isTop = declaration.getParent() instanceof KtFile;
    if (declaration instanceof KtEnumEntry) return "constant";
    if (declaration instanceof KtClass type) return type.isInterface() ? "interface" : "class";
    if (declaration instanceof KtObjectDeclaration) return "class";
    if (declaration instanceof KtNamedFunction) return isTop ? "function" : "method";
    if (declaration instanceof KtTypeAlias) return "type";
    if (declaration instanceof KtProperty property)
      return property.hasModifier(KtTokens.CONST_KEYWORD) ? "constant" : isTop ? "variable" : "field";
    return "local";
  }

  static String container(PsiElement declaration) {
    Deque<String> names = new ArrayDeque<>();
    for (PsiElement at = declaration.getParent(); at != null; at = at.getParent())
      if (at instanceof KtNamedDeclaration outer && outer.getNameIdentifier() != null) names.addFirst(outer.getName());
    return String.join("/", names);
  }

  static String fileOf(PsiElement element) {
    Path path = Path.of(((KtFile) element.getContainingFile()).getVirtualFilePath());
    return root.relativize(path).toString().replace('\\', '/');
  }

  static int offset(PsiElement element) { return element.getTextRange().getStartOffset(); }

  static String place(PsiElement element) {
    String text = element.getContainingFile().getText();
    int at = offset(element);
    int line = 1;
    for (int index = text.indexOf('\n'); index >= 0 && index < at; index = text.indexOf('\n', index + 1)) line++;
    return "[" + quote(fileOf(element)) + "," + line + "," + (at - text.lastIndexOf('\n', at - 1)) + "]";
  }

  static String quote(String text) { return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"'; }
}
