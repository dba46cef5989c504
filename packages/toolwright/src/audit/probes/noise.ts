import type { Noise } from "../seen.ts";
import type { Beside } from "../subject/wire.ts";
import type { AuditTarget } from "./target.ts";

const kept = 20;

/** The same target, and what the server wrote beside its messages while a client was there. */
export function watchNoise(target: AuditTarget): { readonly target: AuditTarget; read(): Noise } {
  const open = new Set<Beside>();
  const lines: string[] = [];
  let count = 0;

  function take(beside: Beside): void {
    if (!open.delete(beside)) return;
    count += beside.noiseLines;
    lines.push(...beside.noise.slice(0, kept - lines.length));
  }

  return {
    target: {
      ...target,
      async connect(wish = {}) {
        const connection = await target.connect(wish);
        if (wish.rough === true) return connection;
        const { beside } = connection.session.wire;
        open.add(beside);
        return {
          ...connection,
          async close() {
            // Nobody reads what is written after that.
            take(beside);
            await connection.close();
          },
        };
      },
    },
    read() {
      for (const beside of open) take(beside);
      return { lines, count };
    },
  };
}
