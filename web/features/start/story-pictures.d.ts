// What tools/lib puts into the page of machines and stories, made when it was built.

declare module 'virtual:story-pictures' {
  import type { Miniature } from '../../views/topology/miniature.ts';

  const stories: readonly {
    readonly story: string;
    /** What it asks; a scenario of it may ask something narrower. */
    readonly question: string;
    readonly scenario: string;
    readonly machine: {
      readonly cpus: number;
      readonly packages: number;
      readonly nodes: number;
      readonly llcs: number;
    };
    /** ns: the moment of the picture. */
    readonly moment: number;
    readonly picture: Miniature;
  }[];
  export default stories;
}

declare module 'virtual:machine-presets' {
  export const presets: readonly { readonly id: string; readonly title: string }[];
  export const timings: readonly { readonly id: string; readonly name: string }[];
}
