// Takes recognised input to the place where it is used: a view of a story, a dialog, an address. Loaded with the
// readers, once there is input.

import chapters from 'virtual:chapters';
import {
  machineIn,
  type OwnFileOffer,
  type Recognised,
  type RecognisedAll,
  recognised,
  recognisedFile,
} from '../../exchange/own/recognised.ts';
import { firstWorkloadStory as workloadStory } from '../../exchange/own/workload/first-story.ts';
import { firstPolicyStory as policyStory } from '../../policy/first-story.ts';
import { labHash, storyHash } from '../../scenario/place.ts';
import { asFile, bring } from '../../stage/brought.ts';
import { type LaunchIntent, launch } from '../../stage/launch.ts';
import { words } from './bring-words.ts';

/** The input: a text, or a file as it is. */
export type Given = { readonly text: string } | { readonly file: File };

export interface FoundAll extends RecognisedAll {
  readonly given: Given;
}

/** More of a file is looked at by the reader of traces alone. */
const mostLooked = 32 * 1024 * 1024;

export async function foundIn(given: Given): Promise<FoundAll> {
  if ('text' in given) return { ...recognised(given.text), given };
  const { file } = given;
  const bytes = new Uint8Array(await file.slice(0, mostLooked).arrayBuffer());
  return { ...recognisedFile(bytes, file.size > mostLooked), given };
}

/** The view that takes a part, by its link. */
const viewOf: Readonly<Partial<Record<Recognised['kind'], string>>> = {
  machine: 'machine',
  recording: 'recording',
  c2c: 'c2c',
  workload: 'workload',
  structure: 'struct-layout',
  policy: 'policy',
};

const stories: Readonly<Record<string, string>> = { workload: workloadStory, policy: policyStory };

/** Lets the view of a part find it. */
function handOver(part: Recognised, { given, parts }: FoundAll): void {
  const view = viewOf[part.kind];
  if (!view) return;
  // A file that is this and no more goes on as it is, with its name.
  const isWhole = 'file' in given && parts.length === 1;
  const file = isWhole ? given.file : asFile(part.text, words.pasted(part.name));
  bring({ view, file, machine: part.kind === 'recording' ? machineIn(parts) : undefined });
}

const choiceOf = (view: string): NonNullable<LaunchIntent['choice']> =>
  view === 'machine' ? { ownMachine: true } : { dock: view };

/** From Home to where a part is used. */
export function goOn(part: Recognised, offer: OwnFileOffer, found: FoundAll): void {
  const { view, story, recipe } = offer;
  const { given } = found;
  if (recipe) {
    launch({ file: asFile(JSON.stringify(recipe), words.layout) });
  } else if (part.kind === 'link') {
    window.location.hash = new URL(part.text).hash;
  } else if (part.kind === 'sheet') {
    window.location.hash = labHash();
  } else if (part.kind === 'document') {
    launch({ file: 'file' in given ? given.file : asFile(part.text, words.pasted(part.name)) });
  } else {
    handOver(part, found);
    const scenario = story ?? stories[part.kind] ?? chapters[0]!.flagship;
    window.history.pushState(null, '', storyHash(scenario));
    launch({ choice: choiceOf(view) });
  }
}

/** A scenario or recipe that was dropped opens at once; one that is none says why where it would have opened. */
export function opensAtOnce({ given, parts }: FoundAll): boolean {
  const [first, ...others] = parts;
  const isDocument = first?.kind === 'document' && others.length === 0;
  return 'file' in given && (isDocument || (!first && /\.json$/i.test(given.file.name)));
}

/** What is chosen on the stage for the first thing that a dropped file holds; undefined: it holds nothing that a view takes. */
export async function choiceOfDropped(file: File) {
  const found = await foundIn({ file });
  const [part] = found.parts;
  const view = part && viewOf[part.kind];
  if (!part || part.isRefused || !view) return undefined;
  handOver(part, found);
  return { choice: choiceOf(view), says: words.dropped(file.name, `${part.name}. ${part.says}`) };
}
