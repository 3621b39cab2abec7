// The story on whose machine and kernels one begins to write a workload, from the start page and from "Bring your own".

/** Sixteen CPUs in two caches: what a few tasks do can be seen there. */
export const firstWorkloadStory = 'cache-aware/two-caches';
