import { describeEcosystem } from "../../../test/support/ecosystem-suite.ts";
import { go } from "./index.ts";

describeEcosystem(go, {
  manifests: [
    {
      title: "Go",
      files: {
        "go.mod": `module example.test/me\n\nrequire (\n\tgithub.com/a/b v1.2.3\n\tgolang.org/x/net v0.1.0 // indirect\n)\nrequire github.com/c/d v0.0.1\nreplace github.com/a/b => ../x\n`,
      },
      dependencies: [
        "github.com/a/b | v1.2.3 | v1.2.3",
        "golang.org/x/net | v0.1.0 | indirect",
        "github.com/c/d | v0.0.1 | v0.0.1",
      ],
    },
  ],
  sources: [
    {
      title: "Go",
      files: {
        "home/go/pkg/mod/github.com/!foo/bar@v1.2.0/main.go": "",
        "home/go/pkg/mod/github.com/!foo/bar@v1.10.0/main.go": "",
        "home/go/pkg/mod/github.com/!foo/bar@v1.9.0/main.go": "",
      },
      path: "github.com/Foo/bar",
      version: "v1.10.0",
      root: "home/go/pkg/mod/github.com/!foo/bar@v1.10.0",
    },
    {
      title: "Go, vendored",
      files: {
        "work/project/vendor/modules.txt": "# github.com/foo/bar v1.2.0\n## explicit\ngithub.com/foo/bar/sub\n",
        "work/project/vendor/github.com/foo/bar/sub/main.go": "",
        "home/go/pkg/mod/github.com/foo/bar@v1.10.0/main.go": "",
      },
      path: "github.com/foo/bar",
      version: "v1.2.0",
      root: "work/project/vendor/github.com/foo/bar",
    },
  ],
  detectors: [
    {
      detector: "Go",
      title: "programs below cmd",
      files: { "go.mod": "module x", "cmd/app/main.go": "" },
      manager: "go",
      commands: [
        ["build", "go build ./..."],
        ["test", "go test ./..."],
        ["lint", "go vet ./..."],
        ["run", "go run ./cmd/app"],
      ],
      entryPoints: ["cmd/app/main.go"],
    },
    {
      detector: "Go",
      title: "a workspace without a module of its own",
      files: { "go.work": "go 1.22\n\nuse (\n\t./api // the server\n\t./lib/\n)\nuse ./tools\n", "api/go.mod": "" },
      manager: "go",
      from: "go.work",
      commands: [
        ["build", "go build ./tools/... ./api/... ./lib/..."],
        ["test", "go test ./tools/... ./api/... ./lib/..."],
        ["lint", "go vet ./tools/... ./api/... ./lib/..."],
      ],
    },
  ],
});
