// The places of the page and their addresses. The page is one static file that may lie in any folder of a host, so
// that a place stands behind the "#": "" is Home, "#/cpupri" a chapter, "#/cpupri/ffmpeg-480" a story as it comes,
// "#/cpupri/ffmpeg-480/2" its second step, "#/labs" all labs and "#/labs/ghosts" one, "#/own" what one can bring
// along, "#/tournament" the page of tournaments, "#/compare" that of two links, "#/parts" all components, "#/docs" all
// documents and "#/docs/machine" one, "#/talks" all talks, "#/talks/cpupri/3" the third step of one and
// "#/talks/cpupri/speaker/<id>" what its speaker sees, "#/tour" the five-minute tour, "#/tour/3" its third stop,
// "#/tour/end" where it leads, "#r=..." whatever a recipe says (share.ts). With "&embed" behind it any of them is
// shown in a frame of another page. Reads no content: the code that opens a story finds out whether it exists.

/** A place of the page. */
export type Place =
  | { readonly kind: 'home' }
  /** By the folder of its scenarios. */
  | { readonly kind: 'chapter'; readonly folder: string }
  /** By the name of its scenario, with the folder; steps are counted from 1. */
  | { readonly kind: 'story'; readonly scenario: string; readonly step?: number | undefined }
  /** All labs, or one by its name. */
  | { readonly kind: 'labs'; readonly lab?: string | undefined }
  | { readonly kind: 'talks' }
  /** A stop of the five-minute tour, counted from 1. */
  | { readonly kind: 'tour'; readonly stop: number }
  /** Where the tour leads. */
  | { readonly kind: 'tour-end' }
  /** A talk by its name; steps are counted from 1. */
  | { readonly kind: 'talk'; readonly talk: string; readonly step?: number | undefined }
  /** The speaker's window of a talk that is given in the window of that id. */
  | { readonly kind: 'speaker'; readonly talk: string; readonly window: string }
  /** What a person can bring along, and the commands that make it. */
  | { readonly kind: 'own' }
  /** Where the file of a tournament is opened. */
  | { readonly kind: 'tournament' }
  /** All documents, or one by the name of its file. */
  | { readonly kind: 'docs'; readonly doc?: string | undefined }
  /** Where two links are set side by side. */
  | { readonly kind: 'compare' }
  /** All parts that the page is built of, in every theme. */
  | { readonly kind: 'parts' }
  | { readonly kind: 'link' };

const part = '[a-z0-9][a-z0-9-]{0,79}';
const chapter = new RegExp(`^/(${part})/?$`);
const labs = new RegExp(`^/labs(?:/(${part}))?/?$`);
const docs = new RegExp(`^/docs(?:/(${part}))?/?$`);
const talk = new RegExp(`^/talks(?:/(${part}))?(?:/([1-9]\\d?))?/?$`);
const speaker = new RegExp(`^/talks/(${part})/speaker/([a-z0-9]{8,40})$`);
const tour = /^\/tour(?:\/([1-9]|end))?\/?$/;
const story = new RegExp(`^/(${part}/${part})(?:/([1-9]\\d?))?/?$`);

const embedded = /&embed$/;
/** It is shown in a frame of another page, at first as a picture. */
export const isEmbedded = (address: string): boolean =>
  address.includes('#') && embedded.test(address);

/** The place that an address, or what of it follows the "#", names. What names none is Home. */
export function placeOf(address: string): Place {
  if (/[#?&]r=/.test(address)) return { kind: 'link' };
  const hash = address.indexOf('#');
  const path = hash < 0 ? '' : address.slice(hash + 1).replace(embedded, '');
  if (/^\/tournament\/?$/.test(path)) return { kind: 'tournament' };
  if (/^\/compare\/?$/.test(path)) return { kind: 'compare' };
  if (/^\/own\/?$/.test(path)) return { kind: 'own' };
  if (/^\/parts\/?$/.test(path)) return { kind: 'parts' };
  const doc = docs.exec(path);
  if (doc) return { kind: 'docs', doc: doc[1] };
  const lab = labs.exec(path);
  if (lab) return { kind: 'labs', lab: lab[1] };
  const given = tourPlaceOf(path) ?? talkPlaceOf(path);
  if (given) return given;
  const [, scenario, step] = story.exec(path) ?? [];
  if (scenario) return { kind: 'story', scenario, step: step ? Number(step) : undefined };
  const folder = chapter.exec(path)?.[1];
  return folder ? { kind: 'chapter', folder } : { kind: 'home' };
}

function tourPlaceOf(path: string): Place | undefined {
  const found = tour.exec(path);
  if (!found) return undefined;
  const [, stop = '1'] = found;
  return stop === 'end' ? { kind: 'tour-end' } : { kind: 'tour', stop: Number(stop) };
}

function talkPlaceOf(path: string): Place | undefined {
  const [, told, window] = speaker.exec(path) ?? [];
  if (told && window) return { kind: 'speaker', talk: told, window };
  const [found, name, step] = talk.exec(path) ?? [];
  if (!found) return undefined;
  if (!name) return { kind: 'talks' };
  return { kind: 'talk', talk: name, step: step ? Number(step) : undefined };
}

/** The address of Home within the page. */
export const homeHash = '#/';
/** The address of all labs, or of one. */
export const labHash = (lab?: string): string => (lab ? `#/labs/${lab}` : '#/labs');
export const ownHash = '#/own';
/** The address of a stop of the tour, counted from 1, or of where it leads. */
export const tourHash = (stop: number | 'end'): string =>
  stop === 1 ? '#/tour' : `#/tour/${stop}`;
export const tournamentHash = '#/tournament';
/** The address of a document; of the list of all of them, which is called README among its files. */
export const docHash = (name: string): string => (name === 'README' ? '#/docs' : `#/docs/${name}`);
export const compareHash = '#/compare';
export const partsHash = '#/parts';
export const chapterHash = (folder: string): string => `#/${folder}`;

/** The address of a scenario as it comes; undefined for a name that no address has. */
export function storyHash(scenario: string): string | undefined {
  return story.test(`/${scenario}`) ? `#/${scenario}` : undefined;
}
