// Foreign text made safe to show on a terminal: characters that steer one (escape sequences, a turn of the writing
// direction) stand as JSON writes them, so that a JSON text stays the same value. Knows nothing of where the text
// came from.

/** C0 but tab and line end, DEL, C1, marks of direction, the line ends of Unicode. */
const steering =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

const escaped = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** The text with everything that steers a terminal spelt out; its lines stay lines. */
export const visible = (text: string): string => text.replace(steering, escaped);

/** The same on one line, for names and titles: nothing in them can begin a line of its own. */
export const oneLine = (text: string): string => visible(text).replace(/[\t\n]/g, escaped);
