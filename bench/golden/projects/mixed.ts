import type { Project } from "./project.ts";

const section = (at: number): string => `## Part ${at}\n\n${`Words of part ${at}. `.repeat(30)}\n\n`;
const entries = Array.from({ length: 300 }, (_, at) => `  { "id": ${at}, "name": "entry ${at}" }`).join(",\n");

/** Many languages side by side, sub-projects, data with mistakes, binaries, links, and names that tools trip over. */
export const mixed: Project = {
  name: "fair",
  files: {
    "c/store.h":
      "#ifndef STORE_H\n#define STORE_H\n#define LIMIT 10\ntypedef struct box { int size; } box;\nint merge(int a, int b);\nint box_get(const box *b, const char *key);\n#endif\n",
    "c/store.c":
      '#include "store.h"\n#include <string.h>\n\n/* Adds. */\nint merge(int a, int b) { return a + b; }\n\nint box_get(const box *b, const char *key) {\n  return merge(b->size, (int)strlen(key));\n}\n',
    "c/main.c":
      '#include "store.h"\n\nstatic int run(void) {\n  box b = { LIMIT };\n  return merge(box_get(&b, "a"), 1);\n}\n\nint main(void) { return run(); }\n',
    "java/src/shop/Store.java":
      "package shop;\n\n/** What can be asked. */\npublic interface Store {\n  int get(String key);\n}\n",
    "java/src/shop/Box.java":
      "package shop;\n\npublic class Box implements Store {\n  private final int size;\n\n  public Box(int size) {\n    this.size = size;\n  }\n\n  @Override\n  public int get(String key) {\n    return Numbers.merge(size, key.length());\n  }\n}\n",
    "java/src/shop/Numbers.java":
      "package shop;\n\nfinal class Numbers {\n  private Numbers() {}\n\n  static int merge(int a, int b) {\n    return a + b;\n  }\n}\n",
    "java/pom.xml":
      "<project>\n  <groupId>shop</groupId>\n  <artifactId>shop</artifactId>\n  <version>1.0</version>\n  <dependencies>\n    <dependency><groupId>org.example</groupId><artifactId>lib</artifactId><version>3.0</version></dependency>\n  </dependencies>\n</project>\n",
    "ruby/lib/store.rb":
      "# Numbers by name.\nmodule Shop\n  class Store\n    LIMIT = 10\n    attr_reader :size\n\n    def initialize(size)\n      @size = size\n    end\n\n    def get(key)\n      Shop.merge(size, key.length)\n    end\n  end\n\n  class Box < Store\n    def get(key) = super + 1\n  end\n\n  def self.merge(a, b)\n    a + b\n  end\nend\n",
    "ruby/Gemfile": 'source "https://example.invalid"\ngem "rake", "~> 13.0"\n',
    "web/package.json": '{ "name": "web", "version": "0.0.1", "scripts": { "test": "vitest" }, "dependencies": {} }\n',
    "web/page.html":
      '<!doctype html>\n<html>\n  <body>\n    <h1 id="top">Fair</h1>\n    <script>\n      function greet() { return 1; }\n    </script>\n  </body>\n</html>\n',
    "web/style.css": ".a { color: red; }\n.b { colr: blue; }\n#top { margin: 0 }\n",
    "scripts/store.sh":
      '#!/usr/bin/env bash\n# Adds.\nmerge() {\n  echo "$(($1 + $2))"\n}\n\ngrow() {\n  merge "$1" 1\n}\n',
    "scripts/main.sh":
      '#!/usr/bin/env bash\nsource "scripts/store.sh"\nrun() {\n  echo "größe 😀"; merge 1 "$(merge 2 3)"\n}\nrun\n',
    "data/schema.json":
      '{ "type": "object", "properties": { "name": { "type": "string" }, "list": { "type": "array" } } }\n',
    "data/wrong.json": '{ "$schema": "./schema.json", "name": 1, "list": {} }\n',
    "data/broken.json": '{ "a": 1,, }\n',
    "data/entries.json": `[\n${entries}\n]\n`,
    "data/comments.jsonc": '{\n  // Why.\n  "a.b": { "c": [1, 2, { "d": null }] }\n}\n',
    "data/deploy.yaml":
      "# Two documents.\nkind: Service\nspec:\n  ports:\n    - port: 80\n      name: web\n---\nkind: Deployment\nspec: &spec\n  replicas: 2\n",
    "data/twice.yaml": "größe: 1\ngröße: 2\n",
    "data/settings.toml":
      'title = "fair"\n\n[owner]\nname = "nobody"\ndob = 1979-05-27T07:32:00Z\n\n[[servers]]\nip = "10.0.0.1"\n\n[[servers]]\nip = "10.0.0.2"\n',
    "data/broken.toml": "a = \n",
    "docs/guide.md": `---\ntitle: Guide\ntags: [a, b]\n---\n# Guide\n\nIntro.\n\n${Array.from({ length: 40 }, (_, at) => section(at)).join("")}## Setup\n\nFirst.\n\n### Linux\n\n\`\`\`sh\n# not a heading\nmake\n\`\`\`\n\n### Windows\n\nNone.\n\n## Setup\n\nSecond.\n`,
    "docs/table.md": "# Table\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nText after.\n\nSetext\n------\n\n* item\n",
    "empty.txt": "",
    "no-end.txt": "one\ntwo",
    "cr-only.txt": "one\rtwo\rthree\r",
    "mixed-ends.txt": "one\r\ntwo\nthree\r\n",
    "control.txt": "bell \u0007 escape \u001b[31mred\u001b[0m zero-width \u200b end\n",
    "picture.png": Buffer.from(
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4z4AEUDkAEREBAafbVlIAAAAASUVORK5CYII=",
      "base64",
    ),
    "blob.bin": Buffer.from(Array.from({ length: 512 }, (_, at) => (at * 37) % 256)),
    "bad-utf8.txt": Buffer.from([0x61, 0xff, 0xfe, 0x62, 0x0a]),
    "names/with blank.py": "def blank():\n    return 1\n",
    "names/dash-é.py": "def dash():\n    return blank()\n",
    "names/[brackets].ts": "export const bracket = 1;\n",
    "names/.hidden": "hidden\n",
    "names/deep/er/and/deeper/leaf.txt": "leaf\n",
    Dockerfile: "FROM node:20 AS build\nRUN npm ci\nFROM scratch\nCOPY --from=build /app /app\n",
    ".env.local": "TOKEN=verysecret\nexport PORT=8080\n",
    "keys/server.pem": "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----\n",
    ".gitignore": "ignored/\n*.log\n",
    "ignored/kept.txt": "needle in ignored\n",
    "noise.log": "needle in log\n",
    ".outrider/project.toml": '[commands]\nbuild = "make all"\n\n[walk]\nexclude = ["names/deep/**"]\n',
  },
  links: { "link-inside": "docs/table.md", "link-outside": "../outside/secret.txt", "link-broken": "nowhere" },
  git: { "data/new.json": '{ "a": 1 }\n' },
};
