import { mark, program, type Trap, type TrapSet } from "./trap.ts";

const trap = (name: string, tool: string, files: readonly string[], command: string, needs = [tool]): Trap => ({
  name,
  tool,
  files,
  control: { needs, command },
});

const provider = "terraform.d/plugins/registry.terraform.io/planted/evil/1.0.0";
const platforms = ["linux_amd64", "linux_arm64", "darwin_amd64", "darwin_arm64"];
const processor = "META-INF/services/javax.annotation.processing.Processor";

const python = (name: string): string => `open("@CANARY@/${name}", "w").close()\n`;

/** Interpreters, compilers and builds of everything but Node and Rust. */
export const buildTraps: TrapSet = {
  files: {
    "sitecustomize.py": python("python-sitecustomize"),
    "this.py": python("python-shadowed-module"),
    "conftest.py": python("pytest-conftest"),
    "planted_plugin.py": python("pytest-plugin"),
    "setup.py": `${python("python-setup")}from setuptools import setup\n\nsetup(name="trapped")\n`,
    "planted_backend.py": `${python("python-build-backend")}\n\ndef build_wheel(*_args):\n    raise SystemExit(1)\n`,
    "pyproject.toml": `[project]
name = "trapped"
version = "1.0.0"

[build-system]
requires = []
build-backend = "planted_backend"
backend-path = ["."]

[tool.pytest.ini_options]
addopts = "-p planted_plugin"
testpaths = ["tests"]

[tool.mypy]
plugins = ["planted_plugin.py"]

[tool.basedpyright]
venvPath = "."
venv = ".venv"

[tool.pylsp-mypy]
enabled = true
`,
    "pyrightconfig.json": '{ "venvPath": ".", "venv": ".venv", "extraPaths": ["."] }\n',
    ".venv/pyvenv.cfg": "home = @ROOT@/.venv/bin\n",
    ".venv/bin/python": program("python-venv"),
    ".venv/lib/python3.11/site-packages/planted.pth": `import os; ${python("python-pth")}`,
    "src/a.py":
      "class Shape:\n    size: int = 1\n\n\ndef grow(shape: Shape) -> int:\n    return shape.size + 1\n\n\ngrow(Shape())\n",
    "tests/test_a.py": "def test_nothing():\n    pass\n",
    Makefile: `X := $(shell ${mark("make-shell")})\nall:\n\t${mark("make-rule")}\n`,
    "CMakeLists.txt": `cmake_minimum_required(VERSION 3.10)\nproject(trapped NONE)\nexecute_process(COMMAND touch @CANARY@/cmake-process)\n`,
    "build.ninja": `rule planted\n  command = ${mark("ninja-rule")}\nbuild all: planted\n`,
    configure: program("configure-script"),
    ".gdbinit": `shell ${mark("gdb-init")}\n`,
    "compile_commands.json":
      '[{ "directory": "@ROOT@", "file": "src/a.c", "command": "@ROOT@/planted/compiler -c src/a.c" }]\n',
    "planted/compiler": program("clangd-compiler"),
    ".clangd": "CompileFlags:\n  Compiler: @ROOT@/planted/compiler\n",
    ".ccls": "@ROOT@/planted/compiler\n%compile_commands.json\n",
    "src/a.c": "int grow(int size) { return size + 1; }\n\nint main(void) { return grow(1); }\n",
    "go.mod": "module trapped\n\ngo 1.21\n\ntoolchain go1.99.0\n",
    "a.go": `package main\n\n//go:generate ${mark("go-generate")}\n\nfunc Grow(size int) int { return size + 1 }\n\nfunc main() { Grow(1) }\n`,
    "a_test.go": `package main

import (
	"os"
	"testing"
)

func TestMain(m *testing.M) { os.WriteFile("@CANARY@/go-test-main", nil, 0o600) }
`,
    "A.java": "class A {\n    int grow(int size) {\n        return size + 1;\n    }\n}\n",
    "processor/Planted.java": `import java.util.Set;
import javax.annotation.processing.*;
import javax.lang.model.element.TypeElement;

@SupportedAnnotationTypes("*")
public class Planted extends AbstractProcessor {
    public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {
        try { new java.io.File("@CANARY@/java-processor").createNewFile(); } catch (java.io.IOException e) {}
        return false;
    }
}
`,
    [`lib/${processor}`]: "Planted\n",
    ".mvn/jvm.config": "-agentpath:@ROOT@/planted/maven-jvm.so\n",
    ".mvn/extensions.xml":
      "<extensions><extension><groupId>x</groupId><artifactId>planted</artifactId><version>1</version></extension></extensions>\n",
    "pom.xml":
      "<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>trapped</artifactId><version>1</version></project>\n",
    mvnw: program("maven-wrapper"),
    gradlew: program("gradle-wrapper"),
    "build.gradle": `["touch", "@CANARY@/gradle-build"].execute()\n`,
    "settings.gradle": `["touch", "@CANARY@/gradle-settings"].execute()\n`,
    "main.tf":
      'terraform {\n  required_providers {\n    evil = {\n      source = "planted/evil"\n    }\n  }\n}\n\nprovider "evil" {}\n',
    ...Object.fromEntries(
      platforms.map((each) => [`${provider}/${each}/terraform-provider-evil`, program("terraform-provider")]),
    ),
    "a.pl": `BEGIN { open(my $file, ">", "@CANARY@/perl-begin"); }\n\nsub grow { return $_[0] + 1; }\n\ngrow(1);\n`,
    "lib/Planted.pm": `open(my $file, ">", "@CANARY@/perl-module");\n1;\n`,
    "a.sh": `#!/usr/bin/env bash\n# shellcheck source=planted/sourced.sh\n: > '@CANARY@/shell-script'\ngrow() { echo "$1"; }\ngrow 1\n`,
  },
  traps: [
    trap("python-sitecustomize", "python3", ["sitecustomize.py"], "PYTHONPATH=. python3 -c pass"),
    trap("python-shadowed-module", "python3", ["this.py"], "python3 -c 'import this'"),
    trap("python-setup", "python3", ["setup.py"], "python3 setup.py --name"),
    trap("python-venv", ".venv", [".venv/bin/python"], ".venv/bin/python -c pass", []),
    trap(
      "python-build-backend",
      "pip",
      ["pyproject.toml", "planted_backend.py"],
      "python3 -m pip wheel --no-index --no-deps --no-build-isolation --no-cache-dir .",
      ["python3"],
    ),
    trap("pytest-conftest", "pytest", ["conftest.py"], "python3 -m pytest --collect-only", ["pytest"]),
    trap("pytest-plugin", "pytest", ["pyproject.toml", "planted_plugin.py"], "python3 -m pytest --collect-only", [
      "pytest",
    ]),
    trap("make-shell", "make", ["Makefile"], "make --dry-run"),
    trap("make-rule", "make", ["Makefile"], "make"),
    trap("cmake-process", "cmake", ["CMakeLists.txt"], "cmake -S . -B build"),
    trap("ninja-rule", "ninja", ["build.ninja"], "ninja"),
    trap("configure-script", "autotools", ["configure"], "./configure", []),
    trap("gdb-init", "gdb", [".gdbinit"], "gdb -iex 'set auto-load safe-path /' -batch"),
    trap("go-generate", "go", ["a.go"], "GOTOOLCHAIN=local GOFLAGS=-mod=mod go generate ./..."),
    trap("go-test-main", "go", ["a_test.go"], "GOTOOLCHAIN=local GOPROXY=off go test -vet=off ."),
    trap(
      "java-processor",
      "javac",
      ["processor/Planted.java", `lib/${processor}`],
      "javac -proc:none -d lib processor/Planted.java && javac -cp lib -d out A.java",
    ),
    trap("maven-jvm", "mvn", [".mvn/jvm.config"], "mvn --version", ["mvn", "cc"]),
    trap("maven-wrapper", "mvn", ["mvnw"], "./mvnw", []),
    trap("gradle-wrapper", "gradle", ["gradlew"], "./gradlew", []),
    trap(
      "terraform-provider",
      "terraform",
      ["main.tf", `${provider}/linux_amd64/terraform-provider-evil`],
      "terraform init -input=false && terraform validate",
    ),
    trap("perl-begin", "perl", ["a.pl"], "perl -c a.pl"),
    trap("perl-module", "perl", ["lib/Planted.pm"], "PERL5OPT='-Ilib -MPlanted' perl -e 1"),
    trap("shell-script", "bash", ["a.sh"], "bash a.sh"),
    { name: "python-pth", tool: "python3", files: [".venv/lib/python3.11/site-packages/planted.pth"] },
    { name: "clangd-compiler", tool: "clangd", files: ["compile_commands.json", ".clangd", ".ccls"] },
    { name: "gradle-build", tool: "gradle", files: ["build.gradle"] },
    { name: "gradle-settings", tool: "gradle", files: ["settings.gradle"] },
  ],
};
