// What can be selected in the machine view, and where its camera can look. Types only.

/** What a person selected; each part on its own, so that a line and a CPU can both be lit. */
export interface Selection {
  readonly cpu?: number | undefined;
  readonly task?: number | undefined;
  /** Task group (instance of the workload): the only thing that gets a hue. */
  readonly group?: number | undefined;
  /** Index of a cache line, as in CpuColumns.line. */
  readonly line?: number | undefined;
  /** A lock, as in CpuColumns.lock. */
  readonly lock?: number | undefined;
}

/** Where a person moved the camera: a CPU, what the middle of the picture lies beside it, and how near. */
export interface CameraPlace {
  readonly cpu: number;
  /** Widths and heights of a CPU to the right of its centre and below; 0 if left out. */
  readonly x?: number | undefined;
  readonly y?: number | undefined;
  /** How many times larger than when the whole machine is shown. */
  readonly zoom: number;
}

/** Where the camera looks. It goes there smoothly whenever the value changes. */
export type CameraTarget =
  | { readonly kind: 'all' }
  | { readonly kind: 'cpus'; readonly cpus: readonly number[] }
  | { readonly kind: 'llc'; readonly llc: number }
  | { readonly kind: 'node'; readonly node: number }
  | { readonly kind: 'package'; readonly package: number }
  | ({ readonly kind: 'place' } & CameraPlace);
