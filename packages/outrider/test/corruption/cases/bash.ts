import { insert, over, remove, replace, replaceBody, to } from "../case.ts";

const script = over(
  "bash",
  "run.sh",
  `#!/usr/bin/env bash
set -euo pipefail
source ./lib.sh

LIMIT=10
readonly NAME="a b" OTHER='c'
declare -A MAP=([a]=1 [b]=2)

# Says how.
usage() {
  cat <<EOF
usage: run {
  }
EOF
}

function build {
	cat <<-'END'
		tabs
	END
	local -r target="\${1:-all}"
	if [[ -n "$target" ]]; then
		make "$target"
	fi
}

greet() ( echo "hi \${NAME#*\\}}" )

unused() { :; }

main() {
  case "$1" in
    -h) usage ;;
    *) build "$@" | { read -r x; echo "$x"; } ;;
  esac
}

main "$@"
`,
);
const build = `	cat <<-'END'
		tabs
	END
	local -r target="\${1:-all}"
	if [[ -n "$target" ]]; then
		make "$target"
	fi
`;
const main = `  case "$1" in
    -h) usage ;;
    *) build "$@" | { read -r x; echo "$x"; } ;;
  esac
`;

/** Functions with heredocs. */
export const bash = [
  script.does(
    "a function with a heredoc",
    replace("usage", "usage() {\n  cat <<EOF\nother }\nEOF\n}"),
    to("usage: run {\n  }\n", "other }\n"),
  ),
  script.does(
    "a body with a heredoc whose end must not move",
    replaceBody("usage", "cat <<EOF\n  deep\nflat\nEOF"),
    to("usage: run {\n  }\n", "  deep\nflat\n"),
  ),
  script.mayRefuse(
    "a body with a heredoc of tabs",
    replaceBody("build", "cat <<-X\n\tone\nX"),
    to(build, "	cat <<-X\n\tone\nX\n"),
    to(build, "	cat <<-X\n\t\tone\n	X\n"),
  ),
  script.does(
    "a function with the word function",
    replace("build", "function build {\n\tmake\n}"),
    to(build, "	make\n"),
  ),
  script.mayRefuse(
    "a function whose body is a subshell",
    replace("greet", "greet() ( echo hi )"),
    to('echo "hi ${NAME#*\\}}"', "echo hi"),
  ),
  script.does(
    "a function on one line",
    replace("unused", "unused() {\n  true\n}"),
    to("unused() { :; }", "unused() {\n  true\n}"),
  ),
  script.mayRefuse(
    "the body of a function on one line",
    replaceBody("unused", "true"),
    to("{ :; }", "{ true; }"),
    to("{ :; }", "{\n  true\n}"),
  ),
  script.does("the body of a function with cases", replaceBody("main", "build"), to(main, "  build\n")),
  script.does("a variable", replace("LIMIT", "LIMIT=20"), to("LIMIT=10", "LIMIT=20")),
  script.mayRefuse("one of two variables", replace("OTHER", "OTHER='d'"), to("OTHER='c'", "OTHER='d'")),
  script.mayRefuse("one of two variables is removed", remove("OTHER"), to(" OTHER='c'", "")),
  script.mayRefuse("a map", replace("MAP", "declare -A MAP=([a]=3)"), to("([a]=1 [b]=2)", "([a]=3)")),
  script.adds(
    "a function behind one with a heredoc",
    insert("after", "usage", "more() {\n  true\n}"),
    to("  }\nEOF\n}\n", "  }\nEOF\n}\n\nmore() {\n  true\n}\n"),
  ),
  script.adds(
    "a function before one stands before its comment",
    insert("before", "usage", "more() {\n  true\n}"),
    to("# Says how.\n", "more() {\n  true\n}\n\n# Says how.\n"),
  ),
  script.adds("code last in the file", insert("last", undefined, "exit 0"), to('main "$@"\n', 'main "$@"\nexit 0\n')),
  script.adds(
    "code first in the file stands behind the first line",
    insert("first", undefined, "shopt -s nullglob"),
    to("set -euo", "shopt -s nullglob\nset -euo"),
    to("source ./lib.sh\n", "source ./lib.sh\n\nshopt -s nullglob\n"),
  ),
  script.mayRefuse(
    "a source among the imports",
    insert("imports", undefined, "source ./more.sh"),
    to("source ./lib.sh\n", "source ./lib.sh\nsource ./more.sh\n"),
    to("source ./lib.sh\n", "source ./more.sh\nsource ./lib.sh\n"),
  ),
  script.does("a function that nobody calls is removed", remove("unused"), to("unused() { :; }\n\n", "")),
  script.refuses("a function that is called is not removed", remove("build")),
  script.does(
    "a function is removed if its uses are left with its comment",
    remove("usage", { unproven: "leave" }),
    to("# Says how.\nusage() {\n  cat <<EOF\nusage: run {\n  }\nEOF\n}\n\n", ""),
  ),
  script.refuses("a heredoc that does not end", replaceBody("main", "cat <<EOF\nnever")),
  script.refuses("a text that does not end", replaceBody("main", 'echo "never')),
  script.refuses("an if that does not end", replaceBody("main", "if true; then\n  build")),
  script.refuses("a brace too many", replace("unused", "unused() { :; } }")),
  script.mayRefuse("a declaration as a body", replaceBody("main", "main() {\n  build\n}"), to(main, "  build\n")),
];
