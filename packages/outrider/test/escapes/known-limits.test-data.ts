/** Commands that reach outside and are not asked about where there is no sandbox, with the reason. */
export const knownLimits: readonly { readonly reason: string; readonly commands: readonly string[] }[] = [
  {
    reason:
      "They run code that lies in the project. Builds and tests do nothing else, and nobody can tell what it does.",
    commands: [
      "./evil.sh",
      "bash evil.sh",
      "python3 evil.py",
      "python3 -m evil",
      "node evil.js",
      "node -r ./evil.js -e 1",
      "node --import ./evil.js -e 1",
      "npm run evil",
      "make evil",
      "go generate ./...",
      "GIT_SSH=./evil.sh git ls-remote -q ssh://x/y",
      "GIT_PROXY_COMMAND=./evil.sh git ls-remote -q git://x/y",
    ],
  },
  {
    reason: "They load something from the network, as installing packages and reading documentation does.",
    commands: [
      "curl -s -m 5 http://127.0.0.1:@port/",
      "wget -q -T 5 -t 1 -O - http://127.0.0.1:@port/",
      "git ls-remote -q git://127.0.0.1:@port/x",
      "git ls-remote -q http://127.0.0.1:@port/x",
      "npm ping --registry http://127.0.0.1:@port --fetch-retries=0",
      "npm view x --registry=http://127.0.0.1:@port --fetch-retries=0",
      "pip download -q --retries 0 --index-url http://127.0.0.1:@port x",
      "http_proxy=http://127.0.0.1:@port curl -s -m 5 http://example.org/",
    ],
  },
  {
    reason: "They write through a link that is unpacked from an archive first: what is in archives is not looked at.",
    commands: ["tar -cf l.tar -C @links .; tar -xf l.tar; echo x > away/new"],
  },
];
