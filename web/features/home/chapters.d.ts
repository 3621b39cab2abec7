// What tools/lib/story-pictures.mjs puts into the page of chapters and stories, made when it was built.

/** The machines of Home as they stand where its live run begins. */
declare module 'virtual:live-moment' {
  import type { Miniature } from '../../views/topology/miniature.ts';

  const pictures: Readonly<Record<'A' | 'B', Miniature>>;
  export default pictures;
}

declare module 'virtual:chapters' {
  import type { Miniature } from '../../views/topology/miniature.ts';

  interface Shape {
    readonly cpus: number;
    readonly packages: number;
    readonly nodes: number;
    readonly llcs: number;
  }
  /** A moment (ns) of the run of a scenario's first variant. */
  interface Pictured {
    readonly machine: Shape;
    readonly moment: number;
    readonly picture: Miniature;
  }
  export interface StoryCard extends Pictured {
    /** The name of its scenario. */
    readonly scenario: string;
    readonly part: 'understand' | 'measure' | 'try';
    readonly title: string;
    readonly question: string;
    /** ns: the length of the run. */
    readonly duration: number;
    /** How many kernels run it. */
    readonly variants: number;
  }
  /** A chapter, with the picture of its flagship. */
  export interface Chapter extends Pictured {
    readonly story: string;
    readonly folder: string;
    readonly name: string;
    readonly question: string;
    readonly about: string;
    readonly flagship: string;
    /** Views that only some chapters have. */
    readonly views: readonly string[];
    readonly count: number;
    readonly labs: number;
    readonly talks: number;
    readonly stories: () => Promise<{ readonly default: readonly StoryCard[] }>;
  }
  const chapters: readonly Chapter[];
  export default chapters;
}
