/**
 * Whether a short script in an argument can do no more than compute, read files and print. Everything that is called has to be
 * known: a list of dangers could never be complete.
 */
export function isPlainCode(program: string, code: string): boolean {
  if (code.length > longest) return false;
  if (/^(?:python|pypy)/.test(program)) return isPlainPython(code);
  if (/^(?:node|nodejs|bun|deno|tsx|ts-node)$/.test(program)) return isPlainScript(code);
  return /^(?:perl|ruby)$/.test(program) && isPlainFilter(code);
}

/** The patterns below take time with the square of it. */
const longest = 4_000;

const pythonModules = words(
  "sys json re math datetime time collections itertools functools string textwrap statistics random hashlib base64 csv platform pprint decimal fractions uuid html unicodedata operator typing dataclasses enum struct binascii difflib keyword token",
);
const pythonCalls = words(
  "print len range sorted sum min max any all enumerate zip map filter list dict set tuple str int float bool bytes repr round abs reversed ord chr hex bin isinstance type iter next format load loads dumps read readlines readline splitlines split rsplit strip lstrip rstrip join replace startswith endswith lower upper title items keys values get append extend count index find sort match search findall sub fullmatch compile group groups Counter defaultdict OrderedDict most_common now today strftime isoformat fromisoformat time sha256 md5 sha1 hexdigest digest encode decode b64encode b64decode reader DictReader version system machine pprint sqrt floor ceil mean median exit insert pop update partition zfill center ljust rjust isdigit isalpha hex uuid4 monotonic perf_counter python_version lambda",
);
const pythonWords = words(
  "import from as if else elif for in not and or is lambda def return while break continue pass None True False with assert yield try except finally del",
);

function isPlainPython(code: string): boolean {
  const bare = withoutStrings(code);
  // Ways to reach anything by name.
  if (
    /__|\b(?:eval|exec|compile|getattr|setattr|globals|locals|vars|breakpoint|input|modules|builtins)\b/.test(
      bare.replaceAll(/\bre\.compile\b/g, ""),
    )
  )
    return false;
  if (/[)\]]\s*\(/.test(bare)) return false;
  for (const [, names = ""] of bare.matchAll(/\bimport\s+([^;\n]*)/g)) {
    if (!names.split(",").every((name) => pythonModules.has(name.trim().split(/\s+as\s+/)[0] ?? ""))) {
      return false;
    }
  }
  if (/\bfrom\s+(?!(\w+)\s+import\b)/.test(bare)) return false;
  for (const [, name = ""] of bare.matchAll(/\bfrom\s+(\w+)\s+import\b/g)) if (!pythonModules.has(name)) return false;
  // A file is opened to be read: one argument, and what follows reads.
  const opens = Array.from(code.matchAll(/\bopen\s*\(([^()]*)\)/g), ([, inner = ""]) => inner);
  if (opens.some((inner) => /,(?!\s*(?:encoding\s*=|["']r[bt]?["']))/.test(inner))) return false;
  if ((bare.match(/\bopen\b/g) ?? []).length !== opens.length) return false;
  return callsOnly(bare, pythonCalls, pythonWords, ["open", "sys.stdin", "sys.stdout.write"]);
}

const scriptCalls = words(
  "log error info table dir warn parse stringify map filter reduce forEach find findIndex some every includes join split slice splice sort toSorted keys values entries fromEntries replace replaceAll match matchAll trim trimEnd trimStart startsWith endsWith indexOf toString toFixed padStart padEnd concat flat flatMap at push pop shift unshift reverse min max round floor ceil abs random now toISOString String Number Boolean Array Object Date Set Map RegExp Math JSON isArray isInteger parseInt parseFloat from of has get set add size test exec cwd exit write charCodeAt fromCharCode toUpperCase toLowerCase localeCompare resolve basename dirname extname relative normalize cpus totalmem freemem platform arch hostname homedir tmpdir type release readFileSync existsSync readdirSync statSync require memoryUsage uptime hrtime repeat assign isNaN isFinite structuredClone encodeURIComponent decodeURIComponent byteLength raw codePointAt normalize",
);
const scriptWords = words(
  "if else for while do switch case break continue return function const let var new typeof instanceof in of null undefined true false try catch finally throw void delete",
);
/** Names that lead to modules and to the process: only with what is listed behind the dot. */
const guarded: Readonly<Partial<Record<string, ReadonlySet<string>>>> = {
  process: words(
    "env argv version versions platform arch cwd exit exitCode stdout stderr memoryUsage uptime hrtime pid title execPath",
  ),
  fs: words("readFileSync existsSync readdirSync statSync"),
  os: words("cpus totalmem freemem platform arch hostname homedir tmpdir type release EOL"),
};
const barred =
  /\b(?:eval|Function|constructor|prototype|globalThis|global|module|exports|import|Reflect|Proxy|WebAssembly|this|arguments|mainModule|binding|dlopen|child_process|net|http|https|http2|dgram|tls|dns|cluster|worker_threads|vm|repl|inspector|v8|fetch|WebSocket|Worker|async|await|setTimeout|setInterval|sqlite|report|__\w+)\b/;

function isPlainScript(code: string): boolean {
  const required = Array.from(code.matchAll(/\brequire\s*\(\s*(["'])([^"']*)\1\s*\)/g));
  if (!required.every((found) => isPlainModule(found[2] ?? "") || isGuarded(found, code))) return false;
  // In a regular expression a quote begins no string.
  if (/\/[^/\n]*["'`][^/\n]*\/(?=[gimsuy]*\s*(?:[.,;)\]]|$))/.test(code)) return false;
  const bare = withoutStrings(code);
  if ((bare.match(/\brequire\b/g) ?? []).length !== required.length) return false;
  if (bare.includes("`") || barred.test(bare) || /\]\s*\(|\)\s*\((?!.*=>)/.test(bare)) return false;
  // A value under a computed name could be called later.
  if (/\b(?:process|fs|os|require)\s*(?:\?\.)?\[/.test(bare)) return false;
  for (const [name, members] of Object.entries(guarded)) {
    const uses = bare.matchAll(new RegExp(String.raw`(?<![.\w])${name}\b(?:\s*\.\s*(\w+))?`, "g"));
    for (const [, member] of uses) if (member === undefined || members?.has(member) !== true) return false;
  }
  return callsOnly(bare, scriptCalls, scriptWords, []);
}

/** Data of the project; code of it or of a package could be anything. */
function isPlainModule(name: string): boolean {
  return name.endsWith(".json") || ["path", "node:path", "util", "node:util", "assert", "node:assert"].includes(name);
}

/** `require("fs").readFileSync` and `const fs = require("fs")`, where the rules for the name hold. */
function isGuarded(found: RegExpExecArray, code: string): boolean {
  const name = (found[2] ?? "").replace(/^node:/, "");
  const members = name === "process" ? undefined : guarded[name];
  if (members === undefined) return false;
  const member = /^\.(\w+)/.exec(code.slice(found.index + found[0].length))?.[1];
  const before = code.slice(0, found.index);
  return member === undefined
    ? new RegExp(String.raw`\b(?:const|let|var) ${name} = $`).test(before)
    : members.has(member);
}

/** `s/a/b/g`, `tr/a/b/` and `print if /a/`: what these filters are mostly used for. */
function isPlainFilter(code: string): boolean {
  const statement =
    /^(?:(?:s|y|tr)([/|#,!])(?:\\.|(?!\1)[^\\$@`])*\$?\1(?:\\.|\$\d|\$&|(?!\1)[^\\$@`])*\1[gimsx]*|print(?: (?:if|unless) (?:\/(?:\\.|[^/\\$@`(]|\((?!\?))*\$?\/i?|\$\. ?[<>=]=? ?\d+))?)$/;
  return code.split(/;\s*/).every((part) => part.trim() === "" || statement.test(part.trim()));
}

function callsOnly(
  bare: string,
  calls: ReadonlySet<string>,
  ignored: ReadonlySet<string>,
  also: readonly string[],
): boolean {
  return Array.from(bare.matchAll(/([\w$.]+)\s*\(/g), ([, name = ""]) => name).every((name) => {
    const last = name.split(".").at(-1) ?? "";
    return last === "" || calls.has(last) || ignored.has(last) || also.includes(name) || definesIn(bare, last);
  });
}

/** A function of the script itself. */
function definesIn(bare: string, name: string): boolean {
  return new RegExp(String.raw`\b(?:def|function)\s+${name.replaceAll("$", String.raw`\$`)}\b`).test(bare);
}

const strings = /(?<prefix>(?<!\w)[a-z]{1,2})?(?<quote>"""|'''|"|'|`)(?<text>(?:\\.|(?!\k<quote>)[^\\\n])*)\k<quote>/gi;

/** The code without its strings and comments; what is computed inside of a string stays. */
function withoutStrings(code: string): string {
  const bare = code.replaceAll(strings, (_whole, prefix: string | undefined, quote: string, text: string) => {
    if (quote === "`") return text.includes("${") ? "`" : '""';
    return /[ft]/i.test(prefix ?? "") ? ` ${text} ` : '""';
  });
  return bare.replaceAll(/(?:^|\s)(?:#|\/\/)[^\n]*/g, " ");
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
