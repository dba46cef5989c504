import { isRecord } from "../../workspace/config/is-record.ts";
import { countOf } from "../../workspace/text/count-of.ts";
import { visibleLine } from "../../workspace/text/visible-text.ts";

export interface Annotations {
  /** Told of each change that has one. */
  readonly use: (id: unknown) => void;
  /** Of those that were used: what a person should look at. */
  readonly notes: () => readonly string[];
}

const mostLabel = 120;

/** What a server says of changes that are not plainly right; one that it names and does not explain counts as such. */
export function readAnnotations(annotations: unknown): Annotations {
  const used = new Map<string, number>();
  const known = isRecord(annotations) ? annotations : {};
  return {
    use(id) {
      const name = String(id);
      used.set(name, (used.get(name) ?? 0) + 1);
    },
    notes: () =>
      Array.from(used, ([id, count]) => {
        const annotation = Object.hasOwn(known, id) ? known[id] : undefined;
        if (isRecord(annotation) && annotation["needsConfirmation"] !== true) return undefined;
        const label = isRecord(annotation) ? annotation["label"] : undefined;
        const said = (typeof label === "string" ? label : id).slice(0, mostLabel);
        return `The language server wants ${countOf(count, "change")} looked at: ${visibleLine(said)}.`;
      }).filter((note) => note !== undefined),
  };
}
