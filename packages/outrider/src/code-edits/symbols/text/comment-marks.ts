const hashLanguages = new Set(
  "python ruby bash elixir r julia perl crystal nim gdscript yaml toml dockerfile hcl graphql php".split(" "),
);
const dashLanguages = new Set(["lua", "haskell", "sql"]);

/** Whether code begins with a comment, as far as its first characters tell. */
export function startsWithComment(language: string, code: string): boolean {
  const start = code.trimStart();
  if (hashLanguages.has(language) && /^#(?![[!])/.test(start)) return true;
  if (dashLanguages.has(language)) return start.startsWith("--");
  if (language === "ocaml" || language === "ocaml_interface") return start.startsWith("(*");
  return language !== "python" && language !== "ruby" && /^\/[/*]/.test(start);
}
