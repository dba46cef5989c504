import type { AuditReport } from "./report.ts";
import { scoreClass } from "./render-html.ts";

const colours = { good: "#1a7f37", fair: "#9a6700", poor: "#cf222e", none: "#57606a" } as const;
const label = "toolwright audit";
/** The usual width of a character of the badge's font. */
const characterWidth = 6.6;

/** The score as a picture for a README. */
export function renderBadge({ score }: Pick<AuditReport, "score">): string {
  const value = score === null ? "no score" : `${score}/100`;
  const [left, right] = [label, value].map((text) => Math.round(text.length * characterWidth + 12));
  if (left === undefined || right === undefined) return "";
  const width = left + right;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="${label}: ${value}">
<title>${label}: ${value}</title>
<rect width="${width}" height="20" rx="3" fill="#555"/>
<path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H${left}z" fill="${colours[scoreClass(score)]}"/>
<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">
<text x="${left / 2}" y="14">${label}</text>
<text x="${left + right / 2}" y="14">${value}</text>
</g>
</svg>
`;
}
