// Keys that belong to the element in which they are pressed: text, lists, sliders, answers. Handlers of page-wide
// keys ask here first and leave those alone; this module does not know what a key means elsewhere.

const written =
  'input:not([type=radio], [type=checkbox], [type=range]), textarea, select, dialog, [role=menu], [contenteditable]';
/** Answers to a question; the segments of a bar stand in no form. */
const answers = ':is(form, fieldset) input';

const moving: readonly string[] = ['Home', 'End', 'PageUp', 'PageDown'];
const isMove = (key: string): boolean => key.startsWith('Arrow') || moving.includes(key);

/** True where characters are text, or a dialog or a menu is open: there every key is its own. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(written) !== null;

/** True where an element has this key to itself, however the focus came there. */
export function isOwnKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (isTyping(target)) return true;
  if (target.matches('input[type=range]')) return isMove(key);
  return target.matches(answers) && (isMove(key) || key === ' ' || key === 'Enter');
}
