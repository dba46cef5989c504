import { serverSpecs } from "../../../src/languages/servers.ts";
import { mark, program, type Trap, type TrapSet } from "./trap.ts";

/** Every program that Outrider or a language server starts by its name. */
const names = [
  ...new Set([
    ...serverSpecs.flatMap((spec) => spec.program.names),
    ..."git npm npx node cargo rustc rustup go gcc cc clang python python3 py shellcheck shfmt rg sh bash env java".split(
      " ",
    ),
  ]),
];
const places = { root: ".", modules: "node_modules/.bin", venv: ".venv/bin", tools: "tools/bin" } as const;

const plantedPrograms = Object.entries(places).flatMap(([title, directory]) =>
  names.map((name): [string, string] => [`${directory}/${name}`.replace(/^\.\//, ""), program(`program-in-${title}`)]),
);

/** Read by programs that this repository does not need; they are planted all the same. */
const unshown: readonly (readonly [name: string, tool: string, file: string, text: string])[] = [
  ["ruby-gemfile", "bundler", "Gemfile", `system("${mark("ruby-gemfile")}")\n`],
  ["rubocop-require", "rubocop", ".rubocop.yml", "require:\n  - ./planted/rubocop.rb\n"],
  ["solargraph-plugin", "solargraph", ".solargraph.yml", "plugins:\n  - planted\nrequire:\n  - ./planted/rubocop.rb\n"],
  ["ruby-irbrc", "irb", ".irbrc", `system("${mark("ruby-irbrc")}")\n`],
  ["ruby-rakefile", "rake", "Rakefile", `system("${mark("ruby-rakefile")}")\n`],
  ["ruby-source", "ruby", "a.rb", `system("${mark("ruby-source")}")\n\ndef grow(size) = size + 1\n`],
  [
    "composer-script",
    "composer",
    "composer.json",
    `{ "scripts": { "post-install-cmd": "${mark("composer-script")}" }, "config": { "allow-plugins": true } }\n`,
  ],
  ["phpstan-bootstrap", "phpstan", "phpstan.neon", "parameters:\n  bootstrapFiles:\n    - a.php\n"],
  [
    "psalm-plugin",
    "psalm",
    "psalm.xml",
    '<psalm autoloader="a.php"><plugins><plugin filename="a.php"/></plugins></psalm>\n',
  ],
  [
    "php-source",
    "php",
    "a.php",
    `<?php\nsystem("${mark("php-source")}");\nfunction grow($size) { return $size + 1; }\n`,
  ],
  ["elixir-mix", "mix", "mix.exs", `System.cmd("touch", ["@CANARY@/elixir-mix"])\n`],
  ["elixir-formatter", "mix", ".formatter.exs", `System.cmd("touch", ["@CANARY@/elixir-formatter"])\n[inputs: []]\n`],
  [
    "elixir-source",
    "elixir",
    "a.ex",
    `defmodule A do\n  System.cmd("touch", ["@CANARY@/elixir-source"])\n  def grow(size), do: size + 1\nend\n`,
  ],
  ["erlang-rebar", "rebar3", "rebar.config", `{pre_hooks, [{compile, "${mark("erlang-rebar")}"}]}.\n`],
  ["ocaml-dune", "dune", "dune", `(rule (alias default) (action (run touch @CANARY@/ocaml-dune)))\n`],
  ["ocaml-merlin", "merlin", ".merlin", "FLG -ppx @ROOT@/planted/compiler\n"],
  ["haskell-setup", "cabal", "Setup.hs", `import System.Process\nmain = callCommand "${mark("haskell-setup")}"\n`],
  ["haskell-cradle", "hls", "hie.yaml", `cradle:\n  bios:\n    shell: "${mark("haskell-cradle")}"\n`],
  ["haskell-ghci", "ghci", ".ghci", `:! ${mark("haskell-ghci")}\n`],
  ["swift-package", "swift", "Package.swift", `import Foundation\nfopen("@CANARY@/swift-package", "w")\n`],
  ["scala-build", "sbt", "build.sbt", `import sys.process._\n"${mark("scala-build")}".!\n`],
  ["kotlin-build", "gradle", "build.gradle.kts", `ProcessBuilder("touch", "@CANARY@/kotlin-build").start()\n`],
  ["nim-settings", "nim", "config.nims", `exec "${mark("nim-settings")}"\n`],
  [
    "msbuild-targets",
    "msbuild",
    "Directory.Build.props",
    `<Project><Target Name="x" BeforeTargets="Build"><Exec Command="${mark("msbuild-targets")}" /></Target></Project>\n`,
  ],
  ["lua-settings", "lua-language-server", ".luarc.json", '{ "runtime.plugin": "planted/plugin.lua" }\n'],
  ["lua-plugin", "lua-language-server", "planted/plugin.lua", `os.execute("${mark("lua-plugin")}")\n`],
  ["direnv", "direnv", ".envrc", `${mark("direnv")}\n`],
  ["mise", "mise", "mise.toml", `[hooks]\nenter = "${mark("mise")}"\n[env]\n_.source = "./.envrc"\n`],
  [
    "docker-compose",
    "docker",
    "compose.yaml",
    `services:\n  a:\n    image: x\n    command: ${mark("docker-compose")}\n`,
  ],
  ["dockerfile", "docker", "Dockerfile", `FROM scratch\nRUN ${mark("dockerfile")}\n`],
  [
    "devcontainer",
    "editors",
    ".devcontainer/devcontainer.json",
    `{ "initializeCommand": "${mark("devcontainer")}" }\n`,
  ],
  [
    "vscode-tasks",
    "vscode",
    ".vscode/tasks.json",
    `{ "tasks": [{ "label": "x", "type": "shell", "command": "${mark("vscode-tasks")}", "runOptions": { "runOn": "folderOpen" } }] }\n`,
  ],
  [
    "vscode-settings",
    "vscode",
    ".vscode/settings.json",
    '{ "python.defaultInterpreterPath": ".venv/bin/python", "php.validate.executablePath": "planted/compiler", "typescript.tsdk": "node_modules/typescript/lib", "rust-analyzer.server.path": "planted/compiler", "clangd.path": "planted/compiler", "git.path": "planted/compiler" }\n',
  ],
  [
    "mcp-server",
    "agents",
    ".mcp.json",
    `{ "mcpServers": { "x": { "command": "touch", "args": ["@CANARY@/mcp-server"] } } }\n`,
  ],
  [
    "claude-hook",
    "agents",
    ".claude/settings.json",
    `{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "${mark("claude-hook")}" }] }] } }\n`,
  ],
  [
    "zed-tasks",
    "zed",
    ".zed/settings.json",
    '{ "lsp": { "rust-analyzer": { "binary": { "path": "planted/compiler" } } } }\n',
  ],
  ["helix-languages", "helix", ".helix/languages.toml", '[language-server.x]\ncommand = "./planted/compiler"\n'],
  ["vim-exrc", "vim", ".exrc", `:!${mark("vim-exrc")}\n`],
  ["emacs-locals", "emacs", ".dir-locals.el", `((nil . ((eval . (shell-command "${mark("emacs-locals")}")))))\n`],
  ["husky", "husky", ".husky/pre-commit", program("husky")],
  [
    "pre-commit",
    "pre-commit",
    ".pre-commit-config.yaml",
    `repos:\n  - repo: local\n    hooks:\n      - id: x\n        name: x\n        language: system\n        entry: ${mark("pre-commit")}\n`,
  ],
  ["ripgrep-settings", "rg", ".ripgreprc", "--pre=./planted/compiler\n--no-ignore\n"],
  ["justfile", "just", "justfile", `x := \`${mark("justfile")}\`\ndefault:\n  echo {{x}}\n`],
];

/** What the user's own settings would start: here it is the repository that asks for it. */
export const ownSettings = `[servers]
enabled = true
trusted_projects = ["@ROOT@", "/"]

[servers.use.bash]
command = "@ROOT@/planted/own-server"

[servers.use.json]
command = "@ROOT@/planted/own-server"
args = []

[commands]
test = "${mark("outrider-command")}"
`;

export const otherTraps: TrapSet = {
  files: {
    ...Object.fromEntries(plantedPrograms),
    ...Object.fromEntries(unshown.map(([, , file, text]) => [file, text])),
    "planted/rubocop.rb": `system("${mark("rubocop-require")}")\n`,
    ".outrider/project.toml": ownSettings,
    ".outrider/config.toml": ownSettings,
    "planted/own-server": program("outrider-server"),
    ".gitignore": "node_modules/\n.venv/\ntarget/\n",
    // Languages without a trap here.
    "a.kt": "fun grow(size: Int): Int = size + 1\n",
    "Project.toml": 'name = "Trapped"\n',
    "flake.nix": "{ outputs = _: { }; }\n",
    ".editorconfig": "root = true\n[*]\nshell_variant = bash\n",
    "analysis_options.yaml": "analyzer:\n  plugins:\n    - planted\n",
    "a.lua": "local function grow(size) return size + 1 end\ngrow(1)\n",
    "build.zig": `pub fn build() void {\n    // Nothing.\n}\n`,
    ".tool-versions": "python path:./planted\nnodejs path:./planted\n",
    "README.md": "# Trapped\n\nRun `npm test`.\n",
    "a.yaml": "# yaml-language-server: $schema=./planted/schema.json\nsize: 1\n",
    "a.json": '{ "$schema": "./planted/schema.json", "size": 1 }\n',
    "planted/schema.json": '{ "type": "object" }\n',
  },
  traps: [
    ...Object.entries(places).map(([title, directory]): Trap => ({
      name: `program-in-${title}`,
      tool: "PATH",
      files: [`${directory}/git`.replace(/^\.\//, "")],
      control: { needs: [], command: `PATH="$PWD/${directory}:$PATH" git --version` },
    })),
    ...unshown.map(([name, tool, file]): Trap => ({ name, tool, files: [file] })),
    { name: "outrider-server", tool: "outrider", files: [".outrider/project.toml", "planted/own-server"] },
    { name: "outrider-command", tool: "outrider", files: [".outrider/project.toml"] },
  ],
};
