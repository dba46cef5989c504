import { isRecord } from "../../workspace/config/is-record.ts";

/** Edits that a server asks us to apply. */
export interface AskedEdits {
  /** The answer to `workspace/applyEdit`. */
  answer(params: unknown): { readonly applied: boolean; readonly failureReason?: string };
  /** Does the work, which makes the server ask; resolves to the edits that it asked for meanwhile. One at a time. */
  collect(work: () => Promise<unknown>): Promise<readonly unknown[]>;
}

/** More than any command has reason to ask for. */
const mostEdits = 16;

/** Takes edits only while a command runs that was started for them: whatever else a server wants to change stays as it is. */
export function createAskedEdits(): AskedEdits {
  let taken: unknown[] | undefined;
  let last: Promise<unknown> = Promise.resolve();

  async function collectNow(work: () => Promise<unknown>): Promise<readonly unknown[]> {
    const edits: unknown[] = [];
    taken = edits;
    try {
      await work();
    } finally {
      taken = undefined;
    }
    return edits;
  }

  return {
    answer(params) {
      if (taken === undefined) return { applied: false, failureReason: "Nobody asked for this edit." };
      if (taken.length >= mostEdits) return { applied: false, failureReason: "These are too many edits." };
      taken.push(isRecord(params) ? params["edit"] : undefined);
      // It waits for this answer before its command ends, and the edit can be judged only then. Should it be refused, no
      // harm is done: what a server knows of a text is what it is sent of the disk.
      return { applied: true };
    },
    collect(work) {
      // Two commands at a time: nobody could tell whose an edit is.
      const turn = last.then(() => collectNow(work));
      last = turn.catch(() => {});
      return turn;
    },
  };
}
