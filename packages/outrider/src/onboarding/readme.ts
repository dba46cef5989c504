const longest = 300;

/** The first paragraph of a README, without badges, headings and markup, on one line. */
export function firstParagraph(text: string): string | undefined {
  const body = text.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, "").replaceAll(/<!--[\s\S]*?-->/g, "");
  const blocks = body.split(/\r?\n\s*\r?\n/).map(plain);
  const found = blocks.find((block) => /\p{L}{2}/u.test(block) && block.split(" ").length >= 3);
  if (found === undefined) return undefined;
  return found.length <= longest ? found : `${found.slice(0, longest - 1).trimEnd()}…`;
}

function plain(block: string): string {
  return block
    .split(/\r?\n/)
    .filter((line) => !/^\s*(?:#|=+\s*$|-{3,}\s*$|\.\. |:\w+:|\||```|~~~|<\/?\w)/.test(line))
    .join(" ")
    .replaceAll(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replaceAll(/\[\s*\](?:\([^)]*\)|\[[^\]]*\])/g, "")
    .replaceAll(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, "$1")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/[*_`]{1,3}(?=\S)|(?<=\S)[*_`]{1,3}/g, "")
    .replaceAll(/^\s*>\s*/g, "")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}

const licences: readonly (readonly [RegExp, string])[] = [
  [/Apache License\s+Version 2\.0/i, "Apache-2.0"],
  [/GNU AFFERO GENERAL PUBLIC LICENSE/i, "AGPL-3.0"],
  [/GNU LESSER GENERAL PUBLIC LICENSE/i, "LGPL"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 3/i, "GPL-3.0"],
  [/GNU GENERAL PUBLIC LICENSE\s+Version 2/i, "GPL-2.0"],
  [/Mozilla Public License Version 2\.0/i, "MPL-2.0"],
  [/Permission is hereby granted, free of charge/i, "MIT"],
  [/Permission to use, copy, modify, and\/or distribute/i, "ISC"],
  [/Redistribution and use in source and binary forms/i, "BSD"],
  [/This is free and unencumbered software/i, "Unlicense"],
];

/** Recognised by the words of its text; undefined if it is unknown. */
export function nameLicence(text: string): string | undefined {
  return licences.find(([words]) => words.test(text.slice(0, 4_000)))?.[1];
}
