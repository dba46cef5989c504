import { threadCpuMs } from "./thread-cpu.ts";

/** Processor time that some work of this thread may take. */
export interface ProcessorLimit {
  /** Tells, whenever it is called, whether the work exceeded a share of the limit. */
  isPast(share: number): () => boolean;
}

/** Starts now. Time without a processor does not count: on a busy machine something small would seem too slow. */
export function startLimit(limitMs: number): ProcessorLimit {
  const cpuBefore = threadCpuMs();
  const startedAt = performance.now();
  return {
    isPast(share) {
      let lookAt = startedAt + limitMs * share;
      return () => {
        if (performance.now() < lookAt) return false;
        const leftMs = limitMs * share - (threadCpuMs() - cpuBefore);
        lookAt = performance.now() + leftMs;
        return leftMs <= 0;
      };
    },
  };
}
