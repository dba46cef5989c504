/**
 * The programs that run without a question as long as no rule speaks against it. A program that is in no group, has no rule
 * and does not belong to the project is asked about, since nobody has looked at what it can do.
 */
export interface ProgramGroup {
  /** What a program of the group may do when it is run with arguments that no rule speaks against. */
  readonly may: string;
  readonly programs: string;
}

export const programGroups: readonly ProgramGroup[] = [
  {
    may: "read files and the state of the system, and print",
    programs: `ls dir vdir cat bat tac head tail nl wc cut paste join comm tr rev fold fmt expand unexpand column pr
      less more zcat bzcat xzcat zstdcat zless zmore strings od hexdump xxd hd cmp diff diff3 sdiff colordiff delta
      stat file tree exa eza lsd du df find fd fdfind locate readlink realpath basename dirname pathchk
      grep egrep fgrep zgrep rg ag ack ugrep look sum cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum
      shasum md5 base32 base64 basenc jq yq gron xmllint xq tomlq dasel csvlook cloc tokei scc numfmt factor seq
      date cal uname arch nproc uptime free vmstat iostat lscpu lsblk lsmod lspci lsusb hostname hostid whoami id groups who w users
      ps pgrep pstree top htop pidof lsof ss netstat ip ifconfig ping ping6 traceroute dig nslookup host getent whois
      printenv tty logname locale which whereis whatis apropos man info tldr nm objdump readelf ldd size c++filt addr2line
      pkg-config pkgconf sw_vers system_profiler getconf ulimit plutil otool lipo dmesg journalctl tput clear stty`,
  },
  {
    may: "print, wait, or compare",
    programs: "echo printf true false yes sleep test expr env nproc seq timeout sync",
  },
  {
    may: "write files whose names are among their arguments, where the rules look at them",
    programs: `tee cp mv ln mkdir rmdir rm touch mktemp mkfifo install split csplit sort shuf uniq tsort ptx iconv dos2unix unix2dos
      tar gtar bsdtar gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd lz4 zip unzip 7z 7za brotli
      sed gsed awk gawk mawk nawk patch rsync curl wget aria2c http https chmod chown chgrp truncate
      openssl ffmpeg ffprobe convert magick identify dot protoc pandoc envsubst gettext msgfmt xgettext history`,
  },
  {
    may: "build, test or run the project as its own files say, and load packages for it",
    programs: `make gmake ninja meson cmake ctest bazel bazelisk buck2 just task rake rails scons waf autoconf automake
      npm npx pnpm pnpx yarn bun bunx deno corepack turbo nx lerna rush lage moon
      cargo rustc go gofmt zig swift swiftc xcodebuild dotnet msbuild nuget mvn mvnw gradle gradlew ant sbt mill lein clj
      javac kotlinc scalac gcc g++ cc c++ clang clang++ cpp ccache ghc cabal stack mix rebar3 elixirc erlc dune opam ocamlc
      pip pip3 uv uvx poetry pdm hatch flit pipenv virtualenv tox nox setup.py python-build maturin bundle bundler composer
      flutter dart pub crystal shards nim nimble gleam julia Rscript R
      pytest py.test unittest nose2 behave coverage jest vitest mocha ava tap karma cypress playwright phpunit pest rspec minitest
      cucumber bats shellspec gotestsum nextest cargo-nextest cargo-clippy cargo-fmt wasm-pack webpack rollup vite esbuild swc
      tsup tsdown parcel next nuxt astro remix ng vue-cli-service react-scripts storybook expo tsc tsgo tsx ts-node babel
      sass postcss tailwindcss nodemon concurrently cross-env prisma drizzle-kit typeorm sequelize knex alembic django-admin flask
      uvicorn gunicorn hypercorn celery docker docker-compose podman nerdctl kubectl helm kustomize terraform tofu terragrunt
      pulumi vagrant packer ansible-lint buf sqlc pre-commit lefthook husky direnv`,
  },
  {
    may: "check and format files of the project",
    programs: `eslint oxlint oxfmt biome prettier stylelint standard xo tslint markdownlint markdownlint-cli2 commitlint knip depcheck publint
      ruff black isort flake8 pylint mypy pyright basedpyright bandit autopep8 yapf vulture
      golangci-lint staticcheck goimports gofumpt govulncheck revive rustfmt clippy-driver clang-format clang-tidy cppcheck cpplint
      shellcheck shfmt hadolint yamllint actionlint jsonlint taplo vale codespell typos cspell rubocop standardrb erb_lint
      ktlint detekt checkstyle spotless phpcs phpcbf phpstan psalm php-cs-fixer swiftlint swiftformat scalafmt dartfmt buildifier
      terraform-docs tflint checkov trivy semgrep gitleaks license-checker npm-check-updates ncu`,
  },
  {
    may: "run a script file of the project, or a short script that was looked into",
    programs: `node nodejs python python2 python3 pypy pypy3 perl ruby php lua luajit java kotlin scala elixir iex erl ghci runghc groovy
      sh bash dash ash zsh ksh mksh fish csh tcsh rbash pwsh powershell osascript`,
  },
  {
    may: "work with versions of the project",
    programs: "git hg svn jj gh glab git-lfs tig changeset release-please",
  },
  {
    may: "ask a database, where the rules look at the statements",
    programs: "psql mysql mariadb sqlite3 duckdb redis-cli valkey-cli mongosh pg_dump pg_isready mysqldump createdb",
  },
];

/** Part of the shell: what they do to the shell itself ends with it. */
const builtins = `: . [ alias bg bind break builtin caller cd chdir command compgen complete compopt continue coproc declare dirs disown
  enable eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd
  read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias unset wait`;

/** They run programs of packages and containers, which are never in the table. */
export const packageRunners: ReadonlySet<string> = new Set(
  "npx npm pnpm pnpx yarn bun bunx uv uvx poetry bundle pipenv docker podman nerdctl".split(" "),
);

const known: ReadonlySet<string> = new Set(
  [...programGroups.map(({ programs }) => programs), builtins]
    .flatMap((names) => names.split(/\s+/))
    .map((name) => name.toLowerCase()),
);

/** Whether the table has the program; versions such as `python3.12` and `gcc-13` count. */
export function isKnownProgram(program: string): boolean {
  return known.has(program) || known.has(program.replace(/-?\d+(?:\.\d+)*$/, ""));
}
