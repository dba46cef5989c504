import { mark, program, type Trap, type TrapSet } from "./trap.ts";

const config = `
[core]
	fsmonitor = "${mark("git-fsmonitor")}; false"
	pager = ${mark("git-pager")}
	editor = "${mark("git-editor")}; false"
	sshCommand = "${mark("git-ssh-command")}; false"
	askPass = ./planted/askpass
[alias]
	planted = !${mark("git-alias")}
[include]
	path = ../.gitconfig
[credential]
	helper = "!${mark("git-credential-helper")};"
[gpg]
	program = ./planted/gpg
[diff]
	external = "${mark("git-external-diff")};"
[diff "textconv"]
	textconv = "${mark("git-textconv")}; cat"
[diff "driver"]
	command = "${mark("git-diff-driver")};"
[difftool "planted"]
	cmd = ${mark("git-difftool")}
[filter "clean"]
	clean = "${mark("git-clean-filter")}; cat"
	smudge = "${mark("git-smudge-filter")}; cat"
[filter "process"]
	process = ${mark("git-filter-process")}
[trailer "planted"]
	key = Planted
	command = ${mark("git-trailer")}
[tar "planted"]
	command = "${mark("git-archive-format")}; cat"
[protocol "ext"]
	allow = always
[remote "ext"]
	url = "ext::touch @CANARY@/git-ext-remote"
[remote "ssh"]
	url = ssh://nobody@localhost/none
[remote "pack"]
	url = .
	uploadpack = "${mark("git-upload-pack")}; false"
[remote "helper"]
	url = planted::none
[remote "promisor"]
	url = .
	uploadpack = "${mark("git-lazy-fetch")}; false"
	promisor = true
[extensions]
	partialClone = promisor
`;

const fsmonitor = (name: string): string => `[core]
	repositoryformatversion = 0
	bare = false
	worktree = ..
	fsmonitor = "${mark(name)}; false"
`;

/** What git takes for a repository: it needs no commit for that. */
function bareRepository(directory: string, name: string): Readonly<Record<string, string>> {
  return {
    [`${directory}/HEAD`]: "ref: refs/heads/main\n",
    [`${directory}/config`]: fsmonitor(name),
    [`${directory}/objects/pack/empty`]: "",
    [`${directory}/refs/heads/empty.lock`]: "",
  };
}

const hooks = ["pre-commit", "prepare-commit-msg", "post-index-change", "reference-transaction", "pre-push"];

/** Git itself, not the one that is planted. */
const withRoot = 'git=$(command -v git); PATH="$PWD:$PATH" "$git"';

const commit = "git commit --allow-empty --message again";

const inConfig = (name: string, command: string, files: readonly string[] = []): Trap => ({
  name,
  tool: "git",
  files: [".git/config", ...files],
  control: { needs: ["git"], command },
});

export const gitTraps: TrapSet = {
  files: {
    ".git/config": config,
    ".gitconfig": `[alias]\n\tincluded = !${mark("git-include")}\n`,
    ".gitattributes":
      "*.conv diff=textconv\n*.drv diff=driver\n*.filtered filter=clean\n*.processed filter=process\n*.lfs filter=lfs\n",
    ".gitmodules": '[submodule "planted"]\n\tpath = planted/module\n\turl = ext::sh -c touch% @CANARY@/git-submodule\n',
    "planted/askpass": program("git-askpass"),
    "planted/gpg": program("git-gpg"),
    "git-remote-planted": program("git-remote-helper"),
    "git-planted-command": program("git-subcommand"),
    "data/a.conv": "a\n",
    "data/a.drv": "a\n",
    "data/a.filtered": "a\n",
    "data/new.processed": "a\n",
    ...Object.fromEntries(hooks.map((name) => [`.git/hooks/${name}`, program(`git-hook-${name}`)])),
    ...bareRepository("data/bare", "git-bare-repository"),
    ...bareRepository("data/pointed", "git-file"),
    "data/below/.git": "gitdir: ../pointed\n",
    ".githooks/pre-commit": program("git-hooks-path"),
  },
  traps: [
    inConfig("git-fsmonitor", "git status"),
    inConfig("git-pager", "script --quiet --command 'git --paginate log' /dev/null"),
    inConfig("git-editor", "git commit --allow-empty"),
    inConfig("git-ssh-command", "git fetch ssh"),
    inConfig("git-askpass", "printf 'protocol=https\\nhost=x\\n\\n' | git credential fill", ["planted/askpass"]),
    inConfig("git-credential-helper", "printf 'protocol=https\\nhost=x\\n\\n' | git credential fill"),
    inConfig("git-alias", "git planted"),
    inConfig("git-include", "git included", [".gitconfig"]),
    inConfig("git-gpg", "git commit --gpg-sign --allow-empty --message signed", ["planted/gpg"]),
    inConfig("git-external-diff", "echo b >> src/a.ts; git diff"),
    inConfig("git-textconv", "git show", [".gitattributes"]),
    inConfig("git-diff-driver", "echo b >> data/a.drv; git diff data/a.drv", [".gitattributes"]),
    inConfig("git-difftool", "echo b >> src/a.ts; git difftool --no-prompt --tool planted src/a.ts"),
    inConfig("git-clean-filter", "echo b >> data/a.filtered; git add data/a.filtered", [".gitattributes"]),
    inConfig("git-smudge-filter", "rm data/a.filtered; git checkout data/a.filtered", [".gitattributes"]),
    inConfig("git-filter-process", "git add data/new.processed", [".gitattributes"]),
    inConfig("git-trailer", "git interpret-trailers < README.md"),
    inConfig("git-archive-format", "git archive --format planted HEAD"),
    inConfig("git-ext-remote", "git fetch ext"),
    inConfig("git-upload-pack", "git fetch pack"),
    inConfig("git-lazy-fetch", `git cat-file -p ${"1".repeat(40)}`),
    inConfig("git-remote-helper", `${withRoot} fetch helper`, ["git-remote-planted"]),
    {
      name: "git-subcommand",
      tool: "git",
      files: ["git-planted-command"],
      control: { needs: ["git"], command: `${withRoot} planted-command` },
    },
    ...hooks.map((hook): Trap => ({
      name: `git-hook-${hook}`,
      tool: "git",
      files: [`.git/hooks/${hook}`],
      control: { needs: ["git"], command: hook === "pre-push" ? "git push pack HEAD:pushed" : commit },
    })),
    {
      name: "git-hooks-path",
      tool: "git",
      files: [".githooks/pre-commit"],
      control: { needs: ["git"], command: "git config core.hooksPath .githooks; git commit --allow-empty --message x" },
    },
    {
      name: "git-bare-repository",
      tool: "git",
      files: ["data/bare/config"],
      control: { needs: ["git"], command: "git -C data/bare status" },
    },
    {
      name: "git-file",
      tool: "git",
      files: ["data/below/.git", "data/pointed/config"],
      control: { needs: ["git"], command: "git -C data/below status" },
    },
    { name: "git-submodule", tool: "git", files: [".gitmodules"] },
  ],
};
