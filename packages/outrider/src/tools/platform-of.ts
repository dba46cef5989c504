/** The platform that alone uses a file, as far as its path tells: `open_windows.go`, `open.win32.ts`, `sys/unix/open.rs`. */
export function platformOf(file: string): string | undefined {
  const parts = file.toLowerCase().split("/");
  const name = parts.at(-1) ?? "";
  const [, go] = /_([a-z0-9]+)(?:_(?:amd64|arm64|arm|386|riscv64|wasm|test))*\.go$/.exec(name) ?? [];
  if (name.endsWith(".go")) return go !== undefined && platforms.has(go) ? go : undefined;
  const words = name
    .split(".")
    .slice(0, -1)
    .flatMap((word) => [word, word.split(/[_-]/).at(-1) ?? word]);
  return [...words.toReversed(), ...parts.slice(0, -1).toReversed()].find((word) => platforms.has(word));
}

const platforms: ReadonlySet<string> = new Set(
  "windows win32 linux darwin macos unix posix freebsd netbsd openbsd dragonfly solaris illumos aix plan9 android ios wasm wasip1".split(
    " ",
  ),
);
