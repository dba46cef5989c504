import { isToolError } from "toolwright";
import { expect, test } from "vitest";
import { applyEdits } from "./apply-edits.ts";
import type { Edit } from "./edit.ts";

function run(text: string, edit: Edit) {
  return applyEdits({ text, eol: "\n", path: "doc.md" }, { edits: [edit] });
}

function refusal(text: string, edit: Edit): string {
  try {
    run(text, edit);
  } catch (error) {
    if (isToolError(error)) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "it was made";
}

const guide = [
  "# Guide",
  "",
  "Intro.",
  "",
  "## Setup",
  "",
  "Old words.",
  "",
  "### Linux",
  "",
  "apt",
  "",
  "### macOS",
  "",
  "brew",
  "",
  "## Use",
  "",
  "Run it.",
  "",
].join("\n");

test("a section's text is replaced, its heading and sub-sections stay", () => {
  const { text, applied } = run(guide, { symbol: "Setup", new_string: "New words.\n\nMore." });
  expect(text).toBe(guide.replace("Old words.", "New words.\n\nMore."));
  expect(applied).toMatchInlineSnapshot(`
    [
      {
        "line": 7,
        "notes": [
          "Its 2 sub-sections ("Linux", "macOS") stayed; \`replace_all\` replaces them, too.",
        ],
        "places": 1,
      },
    ]
  `);
});

test("`replace_all` replaces the sub-sections, too", () => {
  const { text } = run(guide, { symbol: "Setup", new_string: "Just this.\n\n### Linux\n\nyum\n", replace_all: true });
  expect(text).toBe("# Guide\n\nIntro.\n\n## Setup\n\nJust this.\n\n### Linux\n\nyum\n\n## Use\n\nRun it.\n");
});

test("new text that starts with a heading brings its own", () => {
  expect(run(guide, { symbol: "Use", new_string: "## Usage\n\nStart it." }).text).toBe(
    guide.replace("## Use\n\nRun it.", "## Usage\n\nStart it."),
  );
  expect(run("# A\n\nx\n", { symbol: "A", new_string: "B\n=\n\ny" }).text).toBe("B\n=\n\ny\n");
  expect(run(guide, { symbol: "Guide", new_string: "# Manual\n\nHello." }).text).toBe(
    guide.replace("# Guide\n\nIntro.", "# Manual\n\nHello."),
  );
});

test("new text that starts with a deeper heading is a new sub-section", () => {
  expect(run(guide, { symbol: "Use", new_string: "### Fast\n\nQuickly." }).text).toBe(
    guide.replace("Run it.", "### Fast\n\nQuickly."),
  );
});

test.each<[string, string, Edit, string]>([
  [
    "before",
    "# A\n\na\n\n# B\n\nb\n",
    { symbol: "B", position: "before", new_string: "# New\n\nn" },
    "# A\n\na\n\n# New\n\nn\n\n# B\n\nb\n",
  ],
  [
    "after",
    "# A\n\na\n\n# B\n\nb\n",
    { symbol: "A", position: "after", new_string: "# New\n\nn\n" },
    "# A\n\na\n\n# New\n\nn\n\n# B\n\nb\n",
  ],
  ["after the last", "# A\n\na\n", { symbol: "A", position: "after", new_string: "# New" }, "# A\n\na\n\n# New\n"],
  [
    "after the last without a line end",
    "# A\n\na",
    { symbol: "A", position: "after", new_string: "# New\n" },
    "# A\n\na\n\n# New",
  ],
  ["start", "# A\n\na\n", { symbol: "A", position: "start", new_string: "n" }, "# A\n\nn\n\na\n"],
  ["start of an empty one", "# A\n\n# B\n", { symbol: "A", position: "start", new_string: "n" }, "# A\n\nn\n\n# B\n"],
  ["start, no blank lines", "# A\n# B\n", { symbol: "A", position: "start", new_string: "n" }, "# A\n\nn\n\n# B\n"],
  ["end", "# A\n\na\n\n# B\n", { symbol: "A", position: "end", new_string: "n\n\n" }, "# A\n\na\n\nn\n\n# B\n"],
  [
    "end before sub-sections",
    "# A\n\na\n\n## S\n\ns\n",
    { symbol: "A", position: "end", new_string: "n" },
    "# A\n\na\n\nn\n\n## S\n\ns\n",
  ],
  [
    "a sub-section at the end",
    "# A\n\na\n\n## S\n\ns\n\n# B\n",
    { symbol: "A", position: "end", new_string: "## T\n\nt" },
    "# A\n\na\n\n## S\n\ns\n\n## T\n\nt\n\n# B\n",
  ],
  [
    "end of a list",
    "# A\n\n- a\n- b\n\n# B\n",
    { symbol: "A", position: "end", new_string: "- c" },
    "# A\n\n- a\n- b\n- c\n\n# B\n",
  ],
  ["start of a list", "# A\n\n1. a\n", { symbol: "A", position: "start", new_string: "1. c" }, "# A\n\n1. c\n1. a\n"],
  [
    "end of a table",
    "# A\n\n| x |\n| - |\n| 1 |\n",
    { symbol: "A", position: "end", new_string: "| 2 |" },
    "# A\n\n| x |\n| - |\n| 1 |\n| 2 |\n",
  ],
  [
    "end before a rule",
    "# A\n\na\n\n---\n\n# B\n",
    { symbol: "A", position: "end", new_string: "n" },
    "# A\n\na\n\nn\n\n---\n\n# B\n",
  ],
  ["replace keeps a rule", "# A\n\na\n\n---\n\n# B\n", { symbol: "A", new_string: "n" }, "# A\n\nn\n\n---\n\n# B\n"],
  ["replace, no blank lines", "# A\na\n# B\n", { symbol: "A", new_string: "n" }, "# A\nn\n# B\n"],
  ["replace by HTML", "# A\na\n# B\n", { symbol: "A", new_string: "<div>\nn" }, "# A\n<div>\nn\n\n# B\n"],
  [
    "replace before an underlined heading",
    "# A\n\na\n\nB\n=\n",
    { symbol: "A", new_string: "n" },
    "# A\n\nn\n\nB\n=\n",
  ],
  ["replace an empty one", "# A\n# B\n", { symbol: "A", new_string: "n" }, "# A\n\nn\n\n# B\n"],
  ["replace the last", "# A\n\na", { symbol: "A", new_string: "n\n" }, "# A\n\nn"],
  ["empty it", "# A\n\na\n\n# B\n", { symbol: "A", new_string: "" }, "# A\n\n# B\n"],
  ["remove", "# A\n\na\n\n# B\n\nb\n", { symbol: "A", position: "remove" }, "# B\n\nb\n"],
  ["remove the last", "# A\n\na\n\n# B\n\nb\n", { symbol: "B", position: "remove" }, "# A\n\na\n"],
  ["remove the last without a line end", "# A\n\na\n\n# B\n\nb", { symbol: "B", position: "remove" }, "# A\n\na"],
  [
    "remove before an underlined heading",
    "text\n# A\na\n\nB\n===\n",
    { symbol: "A", position: "remove" },
    "text\n\nB\n===\n",
  ],
  [
    "a heading in a fence is none",
    "# A\n\n```\n# B\n```\n\n# B\n\nb\n",
    { symbol: "B", new_string: "n" },
    "# A\n\n```\n# B\n```\n\n# B\n\nn\n",
  ],
  [
    "text in a section only",
    "# A\n\nx\n\n# B\n\nx\n",
    { symbol: "B", old_string: "x", new_string: "y" },
    "# A\n\nx\n\n# B\n\ny\n",
  ],
  [
    "start of a file with front matter",
    "---\na: 1\n---\n# A\n",
    { position: "start", new_string: "n" },
    "---\na: 1\n---\nn\n# A\n",
  ],
])("%s", (_, text, edit, result) => {
  expect(run(text, edit).text).toBe(result);
});

test("line ends of CRLF files stay, new lines get them", () => {
  const crlf = guide.replaceAll("\n", "\r\n");
  expect(run(crlf, { symbol: "Setup", position: "end", new_string: "One.\nTwo." }).text).toBe(
    guide.replace("Old words.\n", "Old words.\n\nOne.\nTwo.\n").replaceAll("\n", "\r\n"),
  );
});

test("what a model reads", () => {
  expect(refusal(guide, { symbol: "Install", new_string: "x" })).toMatchInlineSnapshot(
    `"no_section: There is no heading "Install". The file has 5: Guide (line 1); Guide/Setup (line 5); Guide/Setup/Linux (line 9); Guide/Setup/macOS (line 13); Guide/Use (line 17)."`,
  );
  expect(refusal(guide, { symbol: "Setup", new_string: "New.\n\n### Linux\n\nyum" })).toMatchInlineSnapshot(
    `"unclear_edit: "Linux" would be there twice: it is in the new text and a sub-section that stays. \`replace_all\` replaces the 2 sub-sections ("Linux", "macOS") as well; or leave it out of the new text."`,
  );
  expect(refusal(guide, { symbol: "Setup", new_string: "## Setup\n\nNew.\n\n## Other\n\nx" })).toMatchInlineSnapshot(
    `"unclear_edit: The new text starts another section, which would take over the 2 sub-sections ("Linux", "macOS") of "Setup". \`replace_all\` replaces the 2 sub-sections ("Linux", "macOS") as well; to add a section use \`position\` "after"."`,
  );
  expect(refusal(guide, { symbol: "Setup", new_string: "```\nnever closed" })).toMatchInlineSnapshot(
    `"breaks_outline: The new text would change headings outside of section "Guide/Setup": it opens a code fence, comment or HTML block that it does not close, or the next heading would join it. Close it and try again."`,
  );
  expect(refusal(guide, { symbol: "Setup", position: "end", new_string: "<!-- never closed" })).toContain(
    "breaks_outline",
  );
  expect(refusal(guide, { symbol: "Setup" })).toMatchInlineSnapshot(
    `"unclear_edit: \`new_string\` is missing. Give the text for the section; \`position\` "remove" deletes it."`,
  );
  expect(refusal(guide, { symbol: "Setup", position: "remove", new_string: "x" })).toContain("unclear_edit");
  expect(refusal(guide, { symbol: "Use", old_string: "brew", new_string: "port" })).toMatchInlineSnapshot(
    `"no_match: \`old_string\` "brew" is not in section "Guide/Use" of "doc.md". Elsewhere in the file it is in line 15. Nothing in it is much like that: look at the text again."`,
  );
  expect(run(guide, { symbol: "Setup", position: "remove" }).applied[0]?.notes).toMatchInlineSnapshot(`
    [
      "Its 2 sub-sections ("Linux", "macOS") went with it.",
    ]
  `);
});

test("a heading of the new text that an open fence would swallow is refused", () => {
  const open = "# A\n\n```\ncode\n";
  expect(refusal(open, { symbol: "A", position: "after", new_string: "# B\n\nb" })).toMatchInlineSnapshot(
    `"breaks_outline: A heading of the new text would be none there: what it comes to stand behind, at section "A", leaves a code fence, comment or HTML block open. Close that first, with \`old_string\` or \`line\`."`,
  );
  expect(refusal("# A\n\n<!-- open\n", { symbol: "A", position: "end", new_string: "## B" })).toContain(
    "breaks_outline",
  );
  expect(run(`${open}\`\`\`\n`, { symbol: "A", position: "after", new_string: "# B" }).text).toBe(
    `${open}\`\`\`\n\n# B\n`,
  );
  expect(run("# A\n\na\n", { symbol: "A", position: "after", new_string: "---\nt: 1\n---\n\n# B" }).text).toContain(
    "# B",
  );
});

test("each of several edits finds the headings as the ones before have left them", () => {
  const edits = [
    { symbol: "Setup", new_string: "## Install\n\nNew.\n", replace_all: true },
    { old_string: "# Guide", new_string: "# Manual" },
    { symbol: "Manual/Install", position: "end" as const, new_string: "### Deep\n\nd" },
    { symbol: "Install/Deep", new_string: "e" },
    { old_string: "n", new_string: "N", replace_all: true },
    { symbol: "INstall", position: "remove" as const },
  ];
  const after = (count: number) =>
    applyEdits({ text: guide, eol: "\n", path: "doc.md" }, { edits: edits.slice(0, count) }).text;
  expect(after(4)).toBe("# Manual\n\nIntro.\n\n## Install\n\nNew.\n\n### Deep\n\ne\n\n## Use\n\nRun it.\n");
  expect(after(6)).toBe("# MaNual\n\nINtro.\n\n## Use\n\nRuN it.\n");
});

const long = `# Log\n\n${Array.from({ length: 3_000 }, (_, index) => `## ${index}.0\n\n${"- some words here\n".repeat(15)}\n`).join("")}`;

test("a text too long to look for headings is refused with a way on", () => {
  expect(refusal(`${long}${long}`, { symbol: "7.0", new_string: "x" })).toMatchInlineSnapshot(
    `"too_large: "doc.md" has 1689794 characters, and headings are looked for in at most 1048576: give \`old_string\` or \`line\` instead of \`symbol\`."`,
  );
});

test.each(["a.md", "A.MD", "a.mdx", "a.markdown", "a.mdown", "a.mkd", "a.mkdn", "a.mdc", "a.qmd", "a.Rmd"])(
  "%s has headings and front matter",
  (path) => {
    const edits = [{ symbol: "A", new_string: "b" }];
    const changed = applyEdits({ text: "# A\n\na\n", eol: "\n", path }, { edits, frontMatter: { t: 1 } });
    expect(changed.text).toBe("---\nt: 1\n---\n\n# A\n\nb\n");
  },
);
