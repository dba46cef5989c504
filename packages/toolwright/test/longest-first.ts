import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests of these start programs, servers and whole Outriders: small files among them take as long as large ones. */
const slow = /\.(?:e2e|property)\.test\.ts$|\/outrider\/(?:test|src\/(?:code-edits|lsp|search|syntax|tools))\//;

/**
 * What takes long comes first, and what is over in milliseconds last, so that at the end no worker waits for another. Vitest
 * has no durations in a fresh clone and goes by the size of a file, one project after the other.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

/** Files with a process of their own, then slow ones, then the others. */
function rankOf({ project, moduleId }: TestSpecification): number {
  const { isolate, sequence } = project.config;
  return sequence.groupOrder * 3 + (isolate ? 0 : slow.test(moduleId) ? 1 : 2);
}
