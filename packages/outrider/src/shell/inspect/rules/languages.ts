import { isPlainCode } from "../inline-code.ts";
import { hasOption, type Invocation, operands } from "../invocation.ts";
import { mayWriteTo } from "../judge-target.ts";
import { leadingOptions, optionValues } from "../option-values.ts";
import type { Rule } from "../rule.ts";
import { isInterpreter } from "../unwrap.ts";
import { literalWord, textOf, textsOf, unknownWord, type Word } from "../word.ts";

const pythons = ["python", "python2", "python3", "python3.*", "pypy", "pypy3"];
const nodes = ["node", "nodejs"];
const awk = ["awk", "gawk", "mawk", "nawk"];
const compilers = ["gcc", "gcc-*", "g++", "g++-*", "cc", "c++", "clang", "clang-*", "clang++", "cpp"];

/** Programs with a language of their own, in which a command may say anything. */
export const languageRules: readonly Rule[] = [
  {
    programs: ["*"],
    reason: "runs a script of its own that may do more than print",
    when: (invocation) =>
      isInterpreter(invocation.program) && codeOf(invocation).some((code) => !isPlain(invocation, code)),
  },
  {
    programs: pythons,
    reason: "runs a module that Outrider does not know",
    when: (python) => optionValues(untilOperand(python), "-m").some((word) => !isPlainModule(word, python)),
  },
  {
    programs: pythons,
    reason: "writes outside of the working directory",
    when: (python) =>
      optionValues(untilOperand(python), "-m").some((word) => {
        const name = textOf(word) ?? "";
        const after = python.args.slice(python.args.indexOf(word) + 1);
        const targets = name === "venv" ? operands({ args: after }) : operands({ args: after }).slice(1);
        return ["venv", "json.tool"].includes(name) && targets.some((target) => !mayWriteTo(target, python.places));
      }) ||
      optionValues(untilOperand(python), "-X").some((word) =>
        textsOf(word).some((text) => text.startsWith("pycache_prefix")),
      ),
  },
  {
    programs: nodes,
    reason: "writes files of its own where an option says",
    when: (node) =>
      untilOperand(node).args.some((word) =>
        textsOf(word).some((text) =>
          /^--(?:[\w-]+-dir(?:ectory)?|redirect-warnings|trace-event-file-pattern|report-\w+|heapsnapshot-\w+|experimental-sea-config|build-snapshot\S*|env-file\S*|run)(?:=|$)/.test(
            text,
          ),
        ),
      ),
  },
  {
    programs: awk,
    reason: "a script that runs other programs, or writes to files that cannot be told",
    when: ({ args }) =>
      optionValues({ args }, "-f", "--file").some((word) => ["-", "/dev/stdin"].includes(textOf(word) ?? "")) ||
      hasOption({ args: args.slice(0, 4) }, "-i", "-l", "--load", "--include", "-E", "--exec") ||
      args.flatMap(textsOf).some(isWideAwk),
  },
  {
    programs: ["make", "gmake"],
    reason: "gives make rules or commands that are not in its file",
    when: (make) =>
      optionValues(make, "--eval", "-E").length > 0 ||
      optionValues(make, "-f", "--file", "--makefile").some(
        (word) => ["-", "/dev/stdin"].includes(textOf(word) ?? "") || !mayWriteTo(word, make.places),
      ) ||
      make.args.some((word) =>
        textsOf(word).some((text) =>
          /^(?:SHELL|\.SHELLFLAGS|MAKEFLAGS|MAKEFILES)\s*[:?+]*=|^\w+\s*[:?+!]*=.*[`;|&<>]|^\w+[:?+!]*=.*\$[({]/s.test(
            text,
          ),
        ),
      ),
  },
  {
    programs: ["make", "gmake", "ninja", "just", "meson", "cmake"],
    reason: "installs outside of the working directory",
    when: (make) =>
      operands(make).some((word) => /^(?:un)?install\b/.test(textOf(word) ?? "")) || hasOption(make, "--install"),
  },
  {
    programs: ["cmake"],
    reason: "runs a command or script that is not in its file",
    when: (cmake) =>
      cmake.args.some((word) => textOf(word) === "-E") ||
      optionValues(cmake, "-P").some((word) => word.fromProcess || !mayWriteTo(word, cmake.places)),
  },
  { programs: ["ninja"], reason: "changes its own records", when: (ninja) => hasOption(ninja, "-t") },
  {
    programs: ["sqlite3", "duckdb"],
    reason: "a script that may write other files or run programs",
    when: (client) =>
      sqlOf(client).some((text) => isWideSql(text)) || hasOption(client, "-init", "-cmd", "-A", "-archive"),
  },
  {
    programs: ["sqlite3", "duckdb"],
    reason: "opens a database outside of the working directory",
    when: (client) =>
      operands(client)
        .slice(0, 1)
        .some((word) => textOf(word) !== ":memory:" && !mayWriteTo(word, client.places)),
  },
  {
    programs: ["psql", "mysql", "mariadb", "mycli", "pgcli"],
    reason: "a script that may write other files or run programs",
    when: (client) =>
      sqlOf(client).some((text) =>
        /\\[!owgs]|\\copy|\\system|\bto\s+program\b|\b(?:in|out)to\s+(?:out|dump)file\b|\bcopy\b/i.test(text),
      ),
  },
  {
    programs: compilers,
    reason: "lets the compiler run other programs or read more options",
    when: ({ args }) =>
      args.some((word) =>
        textsOf(word).some((text) =>
          /^(?:@|-wrapper|-specs|--specs|-B|-fplugin|-Xclang|-load|-fuse-ld=.*\/|-fdump|-dumpdir|-save-temps=)/.test(
            text,
          ),
        ),
      ),
  },
  {
    programs: ["cpp"],
    reason: "writes to another file",
    when: (cpp) =>
      operands(cpp)
        .slice(1)
        .some((word) => !mayWriteTo(word, cpp.places)),
  },
  {
    programs: ["rustc"],
    reason: "lets the compiler run other programs, or write elsewhere",
    when: ({ args }) =>
      args.some((word) =>
        textsOf(word).some((text) => /^--emit.*=.*[=,].*\/|^[\w-]+=.*\/|linker|codegen-backend|^-Z|^@/.test(text)),
      ),
  },
  {
    programs: ["java", "javac", "kotlin", "scala"],
    reason: "an option that writes files or runs other programs",
    when: ({ args, places }) =>
      args.some((word) =>
        textsOf(word).some((text) =>
          /^-Xlog|^-Xloggc|^-XX:.*(?:File|Path|OnError|OnOutOfMemory|Dump)|^-(?:javaagent|agentlib|agentpath)|^@|^-processor/.test(
            text,
          ),
        ),
      ) || optionValues({ args }, "-h").some((word) => !mayWriteTo(word, places)),
  },
  {
    programs: ["less", "more", "man", "info", "bat", "git-lfs"],
    reason: "lets a pager run other programs or write files",
    when: (pager) =>
      pager.program !== "git-lfs" &&
      pager.args.some(
        (word) =>
          textsOf(word).some((text) => /^(?:\+|-[oOk]|--(?:log-file|LOG-FILE|lesskey|html|preprocessor))/.test(text)) &&
          textOf(word) !== "--pager=cat",
      ),
  },
  {
    programs: ["openssl"],
    reason: "opens a connection or writes files",
    when: (openssl) =>
      operands(openssl)
        .slice(0, 1)
        .some(
          (word) =>
            !/^(?:version|dgst|x509|rand|base64|enc|asn1parse|verify|req|rsa|ec|pkey|ciphers|list|prime|crl|md5|sha\d+)$/.test(
              textOf(word) ?? "",
            ),
        ) ||
      optionValues(openssl, "-writerand", "-keylogfile", "-CAserial", "-engine", "-provider", "-config").length > 0,
  },
];

function isPlain({ program, command }: Invocation, code: Word): boolean {
  const text = textOf(code);
  if (text === undefined)
    return code !== command.input && !code.mayBeOption && code.readings.length === 1 && !code.unknown;
  return isPlainCode(program, text);
}

/** The code that an interpreter gets in an option, or on its standard input. */
function codeOf(invocation: Invocation): readonly Word[] {
  const { program, args, command } = invocation;
  const letters = /^(?:python|pypy)/.test(program)
    ? ["-c"]
    : /^php$/.test(program)
      ? ["-r", "-R", "-B", "-E"]
      : ["-e", "-E", "-p", "--eval", "--print", "-pe"];
  const isPerl = program === "perl" || program === "ruby";
  const options = untilOperand(invocation);
  const given = optionValues(options, ...(isPerl ? ["-e", "-E"] : letters));
  const loaded = isPerl
    ? optionValues(options, "-M", "-m", "-d", "-I", "-x").filter((word) =>
        textsOf(word).some((text) => !/^[\w:]+$/.test(text)),
      )
    : [];
  if (given.length > 0) return [...given, ...loaded];
  const readsInput =
    args.slice(options.args.length).every((word) => textOf(word) === "-") &&
    !hasOption({ args }, "-V", "-v", "--version", "--help", "-h", "-m", "-c");
  if (!readsInput) return loaded;
  if (command.input !== undefined) return [command.input, ...loaded];
  // What another command prints, or a file that is read as the script.
  return command.feeders.length > 0 ? [...loaded, unknownWord("")] : loaded;
}

/** The options of the interpreter itself: behind the script, the code or the module they are the script's own. */
function untilOperand(invocation: Pick<Invocation, "args">): Pick<Invocation, "args"> {
  return leadingOptions(invocation, takesValue, /^-[cm]/);
}

const takesValue =
  /^(?:-[cemMprEIWXQ]|--eval|--print|--require|--import|--loader|--input-type|--trace-event-categories|--title|--env-file|--test-reporter|--conditions|-[a-zA-Z0-9]*[ecE])$/;

const plainModules = new Set(
  "pytest unittest doctest json.tool json http.server venv ensurepip pip black ruff mypy flake8 isort pylint coverage tox nox build site sysconfig platform pyflakes pycodestyle autopep8 yapf bandit pre_commit sphinx mkdocs django flask uvicorn gunicorn hypercorn celery alembic pip_audit twine poetry uv pyright calendar this tabnanny dis tokenize ast symtable inspect".split(
    " ",
  ),
);

/** A module that is known, or a file of the project. */
function isPlainModule(word: Word, { places }: Invocation): boolean {
  const name = textOf(word);
  if (name === undefined) return false;
  if (plainModules.has(name)) return true;
  const path = name.replaceAll(".", "/");
  return [`${path}.py`, path].some((each) =>
    places.pathsOf(literalWord(each))?.every((found) => places.exists(found) && places.isInside(found)),
  );
}

/** A pipe, an included file, or an output whose name is not one whole string without escapes. */
function isWideAwk(text: string): boolean {
  // The patterns below take time with the square of it.
  if (text.length > 4_000) return true;
  if (/@(?:load|include|\w+\s*\()|\bsystem\b|\bgetline\b(?=[^;}\n]*<\s*[^"\s])/.test(text)) return true;
  const bare = text
    .replaceAll(/"(?:\\.|[^"\\])*"/g, (found) => (found.includes("\\") && found.includes("/") ? found : '""'))
    .replaceAll(/(?<=^|[({,~!&|;\s])\/(?:\\.|[^/\\\n])+\//g, '""');
  if (/\|(?!\|)/.test(bare.replaceAll("||", ""))) return true;
  return Array.from(bare.matchAll(/\bprintf?\b[^;}\n]*?>>?\s*([^;}\n]*)/g), ([, target = ""]) => target.trim()).some(
    (target) => target !== '""',
  );
}

function sqlOf({ args, command }: Invocation): readonly string[] {
  const printed = command.feeders.flatMap(({ words, input }) => [...words, ...(input === undefined ? [] : [input])]);
  return [...args, ...(command.input === undefined ? [] : [command.input]), ...printed].flatMap(textsOf);
}

/** A command of the client other than those that show something, or a statement that reaches files and programs. */
function isWideSql(text: string): boolean {
  const sql = withoutText(text);
  return (
    /^[ \t]*\.(?!(?:tables|schema|fullschema|databases|dbinfo|indexes|indices|mode|headers?|help|dump|show|width|stats|timer|quit|exit|nullvalue|separator|lint|limit)\b)/m.test(
      text,
    ) ||
    /\b(?:attach|writefile|load_extension|edit|fts3_tokenizer|copy|install|export)\b/i.test(sql) ||
    (/\bvacuum\b/i.test(sql) && /\binto\b/i.test(sql))
  );
}

function withoutText(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/--[^\n]*/g, " ");
}
