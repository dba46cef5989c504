import { join } from "node:path";
import type { HostilePlace } from "../support/hostile-place.ts";

export interface PathAttack {
  readonly title: string;
  readonly path:
    | string
    | ((place: Pick<HostilePlace, "root" | "outside" | "home" | "sibling" | "config" | "base">) => string);
  /**
   * refused: no tool takes it. readable: tools may look at what it shows, none changes it. absent: an ordinary name of
   * something that is not there. works: an ordinary file or directory.
   */
  readonly outcome: "refused" | "readable" | "absent" | "works";
  /** What `read_file` says; none where it answers. */
  readonly code?: string;
  /** A name below it would be another, ordinary one. */
  readonly alone?: boolean;
  /** Means something else elsewhere: nothing new gets such a name. */
  readonly misleads?: boolean;
}

const refused = (code: string, title: string, path: PathAttack["path"]): PathAttack => ({
  title,
  path,
  outcome: "refused",
  code,
});
const absent = (title: string, path: string): PathAttack => ({ title, path, outcome: "absent", code: "not_found" });
const misleading = (title: string, path: string, code = "not_found"): PathAttack => ({
  title,
  path,
  outcome: "absent",
  code,
  misleads: true,
});
const readable = (title: string, path: string, code?: string): PathAttack => ({
  title,
  path,
  outcome: "readable",
  ...(code === undefined ? {} : { code }),
});
const works = (title: string, path: PathAttack["path"]): PathAttack => ({ title, path, outcome: "works" });

const out = "outside_project";

const traversals: readonly PathAttack[] = [
  refused(out, "a parent", "../outside/secret.txt"),
  refused(out, "many parents", "../../../../../../../../etc/passwd"),
  refused(out, "down and up", "src/../../outside/secret.txt"),
  refused(out, "doubled slashes", "src//..//..//outside//secret.txt"),
  refused(out, "dots between", "./src/./.././../outside/secret.txt"),
  refused(out, "the parent itself", ".."),
  refused(out, "the parent with a slash", "../"),
  refused(out, "up from what is not there", "none/../../outside/secret.txt"),
  refused(out, "up from a file", "src/a.ts/../../../outside/secret.txt"),
  refused(out, "an absolute path", "/etc/passwd"),
  refused(out, "an absolute path beside the project", ({ outside }) => join(outside, "secret.txt")),
  refused(out, "absolute, through the project and out", ({ root }) => `${root}/../outside/secret.txt`),
  refused(out, "a sibling with the same beginning", ({ sibling }) => join(sibling, "secret.txt")),
  refused(out, "a sibling by parent", "../project-evil/secret.txt"),
  refused(out, "a file whose name begins like the project", ({ root }) => `${root}.txt`),
  refused(out, "the root of the disk", "/"),
  refused(out, "two slashes", "//etc/passwd"),
  refused(out, "a network path with slashes", "//server/share/x"),
  refused(out, "the kernel's own way around", "/proc/self/root/etc/passwd"),
  refused(out, "the kernel's link to the directory", "/proc/self/cwd/package.json"),
  refused(out, "a device", "/dev/zero"),
  refused(out, "standard input", "/dev/stdin"),
  refused(out, "the home directory", ({ home }) => home),
  refused(out, "a key in the home directory", ({ home }) => join(home, ".ssh/id_rsa")),
  refused(out, "the user's settings", ({ config }) => join(config, "outrider/config.toml")),
];

const characters: readonly PathAttack[] = [
  refused("invalid_path", "NUL", "src/a.ts\0.png"),
  refused("invalid_path", "NUL behind a parent", "../outside/secret.txt\0"),
  refused("invalid_path", "a newline", "src/a.ts\n../outside"),
  refused("invalid_path", "a carriage return", "src/a.ts\rx"),
  refused("invalid_path", "an escape sequence", "\u001b[2J\u001b]52;c;eA==\u0007x"),
  refused("invalid_path", "a C1 control", "a\u009bx"),
  refused("invalid_path", "a line separator", "a\u2028b"),
  refused("invalid_path", "half a surrogate pair", "a\ud800b"),
  { ...refused("invalid_path", "blanks alone", "   "), alone: true },
  refused("invalid_path", "5,000 characters", "a/".repeat(2500)),
  refused("invalid_path", "a name of 300 bytes", "a".repeat(300)),
  refused("invalid_path", "a name of 300 bytes in 100 characters", "字".repeat(100)),
  absent("bidirectional marks in a name", "a\u202etxt.exe"),
  absent("a tag character and a word joiner in a name", "a\u{e0041}\u2060\u00adb"),
  absent("a fullwidth parent", "．．/outside/secret.txt"),
  absent("a two-dot leader", "‥/outside/secret.txt"),
  absent("a fraction slash", "..⁄outside⁄secret.txt"),
];

const spellings: readonly PathAttack[] = [
  misleading("a tilde", "~"),
  misleading("a key below a tilde", "~/x"),
  misleading("another user's tilde", "~root/x"),
  misleading("a variable", "$HOME/x"),
  misleading("a variable in braces", "${HOME}/x"),
  misleading("a Windows variable", "%USERPROFILE%/x"),
  misleading("a command in backticks", "`cat ../outside/secret.txt`"),
  misleading("a command substitution", "$(cat x)"),
  absent("a command behind a semicolon", "x; cat y"),
  absent("percent-encoded parents", "%2e%2e%2foutside%2fsecret.txt"),
  absent("parents with an encoded slash", "..%2foutside%2fsecret.txt"),
  absent("doubly encoded parents", "%252e%252e%252foutside"),
  absent("an overlong encoding", "%c0%ae%c0%ae/outside"),
  misleading("an address", "file:///etc/passwd"),
  misleading("an address in capitals", "FILE://localhost/etc/passwd"),
  misleading("an http address", "http://127.0.0.1/x"),
  absent("four dots", "....//x"),
  absent("a matrix parameter", "..;/outside/secret.txt"),
  misleading("backslashes", "..\\outside\\secret.txt"),
  misleading("a drive", "C:\\Windows\\win.ini"),
  misleading("a drive with slashes", "C:/x"),
  misleading("a UNC path", "\\\\server\\share\\x"),
  misleading("a device path", "\\\\?\\C:\\x"),
  absent("a stream", "src/a.ts::$DATA"),
  misleading("a handle that is not there, in the wrong shape", "@out_x"),
  misleading("a handle with slashes", "@out_../../outside/secret.txt"),
  refused(out, "a handle of commands with slashes", "@cmd_aaaa/../../x"),
  misleading("a handle that is not there", "@out_aaaaaaaaaaaaaaaa", "unknown_handle"),
  misleading("a command's handle that is not there", "@cmd_aaaaaaaaaaaaaaaa", "unknown_handle"),
  misleading("a library by parents", "library:../../outside/secret.txt", "invalid_path"),
  misleading("out of a library", "library:zod/../../../etc/passwd", "invalid_path"),
  misleading("a library with an absolute path", "library:/etc/passwd", "no_library"),
  misleading("a library with backslashes", "library:zod\\..\\x", "invalid_path"),
  absent("the decomposed form of a name", "re\u0301sume\u0301.md"),
];

const linked: readonly PathAttack[] = [
  refused("link_escapes", "a link to a file outside", "link-file"),
  refused("link_escapes", "an absolute link to a file outside", "link-absolute"),
  refused("link_escapes", "a link in a directory", "src/link-up"),
  refused("link_escapes", "a link to a directory outside", "link-dir"),
  refused("link_escapes", "a file below a link to a directory", "link-dir/secret.txt"),
  refused("link_escapes", "a directory below a link", "link-dir/dir"),
  refused("link_escapes", "a missing file below a link", "link-dir/new.txt"),
  refused("link_escapes", "missing directories below a link", "link-dir/new/deeper/file.txt"),
  refused("link_escapes", "a link by its absolute path", ({ root }) => join(root, "link-file")),
  refused("link_escapes", "a chain of links", "chain-1"),
  refused("link_escapes", "a link to the parent", "up"),
  refused("link_escapes", "through a link to the parent", "up/outside/secret.txt"),
  refused("link_escapes", "through a link to the root of the disk", "slash/etc/passwd"),
  refused("link_escapes", "through a link of the kernel", "proc-root/etc/passwd"),
  refused("dangling_link", "a link that leads nowhere", "dangling"),
  refused("dangling_link", "a link that leads to missing directories", "dangling-dir"),
  refused("dangling_link", "below a link that leads nowhere", "dangling-dir/x.txt"),
  refused("link_loop", "links in a circle", "loop-1"),
  refused("link_loop", "a link to itself", "self-loop"),
  refused("link_loop", "below links in a circle", "loop-1/x"),
  refused("link_escapes", "a link to an endless device", "zero"),
  refused("link_escapes", "a link to the null device", "null"),
  refused("link_escapes", "a link to the environment", "environ"),
  refused("link_escapes", "a link to the user's settings", "settings.txt"),
  refused("denied_path", "a harmless link to a key", "key.txt"),
  refused("denied_path", "below a harmless link to keys", "keys-dir/config"),
  readable("a harmless link to secrets", "notes.txt"),
  readable("a link to secrets in capitals", "case-link"),
  readable("a link with the name of secrets", ".env.link"),
  readable("a link to git's directory", "git-link/config"),
  readable("a link to a hook", "hook-link"),
  readable("a link to the project's settings", "project-settings"),
];

const special: readonly PathAttack[] = [
  refused("not_regular_file", "a pipe", "pipe"),
  refused("not_regular_file", "a socket", "socket"),
  refused("not_found", "below a pipe", "pipe/x"),
];

const owned: readonly PathAttack[] = [
  readable("git's settings", ".git/config"),
  readable("git's directory", ".git"),
  readable("a hook", ".git/hooks/pre-commit"),
  readable("a new hook", ".git/hooks/post-checkout", "not_found"),
  readable("git in capitals", ".GIT/hooks/post-checkout", "not_found"),
  readable("git with a zero-width character", ".g\u200cit/hooks/x", "not_found"),
  readable("git with a dot at its end", ".git./hooks/x", "not_found"),
  readable("git of a directory below", "src/.git/hooks/x", "not_found"),
  readable("the project's settings", ".outrider/project.toml"),
  readable("settings in a directory below", "src/.outrider/project.toml", "not_found"),
  readable("the project's settings in capitals", ".OUTRIDER/project.toml", "not_found"),
  refused("protected_path", "Outrider's state", ".outrider/trash/x"),
  refused("protected_path", "Outrider's directory", ".outrider"),
  readable("secrets", ".env"),
  readable("secrets with a trailing blank", "ends/.env "),
  readable("secrets with a trailing dot", "ends/.env."),
  readable("secrets with a zero-width character", "hidden/.e\u200Bnv"),
  refused("denied_path", "a key", "id_rsa"),
  refused("denied_path", "a key in capitals", "upper/ID_RSA"),
  refused("denied_path", "a key with a zero-width character", "hidden/id_\u200Brsa"),
  { ...refused("denied_path", "a new key", "src/new.pem"), alone: true },
  refused("denied_path", "a directory of keys", ".ssh"),
  refused("denied_path", "a new file among keys", ".ssh/authorized_keys"),
  refused("denied_path", "keys by a detour", "src/../.ssh/config"),
];

const ordinary: readonly PathAttack[] = [
  works("an absolute path inside", ({ root }) => join(root, "src/a.ts")),
  works("a detour inside", "src/deep/../a.ts"),
  works("a link inside", "inner-link.ts"),
  works("below a link inside", "inner-dir/a.ts"),
  works("an absolute link inside", "absolute-inner.ts"),
  works("through a link to the project itself", "here/here/src/a.ts"),
  works("a hard link, which cannot be told from a file", "hard.txt"),
];

export const pathAttacks: readonly PathAttack[] = [
  ...traversals,
  ...characters,
  ...spellings,
  ...linked,
  ...special,
  ...owned,
  ...ordinary,
];

/** Names that tools of the command line stumble over; here they are files like all others. */
export const ordinaryNames: readonly string[] = [
  "[id] (g)#1%20é@+.ts",
  "-rf",
  "--help",
  ":(exclude)",
  "*",
  "?.ts",
  "{a,b}.ts",
  "!important.md",
  "a b\u00a0c.txt",
  "'quoted' \"twice\".txt",
  "$HOME.txt",
  "~.txt",
  "~backup/x.txt",
  "$id/page.tsx",
  "file:x.txt",
  "back\\slash.txt",
  "#hash.md",
  "%2e%2e.txt",
  "con.txt",
  "..a",
  "a..",
  "...",
  "字字.ts",
  "👩‍👩‍👧.ts",
  "e\u0301.md",
  "deep/-x/[y]/z.ts",
];
