// Actions of a person on a page in a test without a browser: finds things by role and name, presses, chooses and
// types. Tests in a browser answer what is visible, where things lie and what page-wide keys do.

import { act } from 'react';

/** Elements by role, as far as tests ask for them. */
const selectors = {
  alert: '[role=alert]',
  article: 'article',
  button: 'button, [role=button]',
  cell: 'td',
  checkbox: 'input[type=checkbox]',
  columnheader: 'thead th, th[scope=col]',
  combobox: 'select, [role=combobox]',
  dialog: 'dialog, [role=dialog]',
  group: 'fieldset, [role=group]',
  heading: 'h1, h2, h3, h4, h5, h6',
  img: 'img, svg[role=img], [role=img]',
  link: 'a[href]',
  list: 'ul, ol, [role=list]',
  listbox: '[role=listbox]',
  listitem: 'li',
  menuitem: '[role=menuitem]',
  navigation: 'nav, [role=navigation]',
  note: '[role=note]',
  option: 'option, [role=option]',
  radio: 'input[type=radio], [role=radio]',
  region: 'section, [role=region]',
  row: 'tr',
  rowgroup: 'tbody',
  searchbox: 'input[type=search]',
  slider: 'input[type=range], [role=slider]',
  spinbutton: 'input[type=number]',
  status: '[role=status], output',
  tab: '[role=tab]',
  table: 'table',
  tabpanel: '[role=tabpanel]',
  textbox: 'textarea, input[type=text], input:not([type])',
} as const;
export type Role = keyof typeof selectors;
export type Name = string | RegExp;

/** The text, with one space where there is any room. */
export const textOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim();

function nameOf(element: Element): string {
  const own = element.getAttribute('aria-label');
  if (own) return own;
  const by = element.getAttribute('aria-labelledby');
  const others = by?.split(' ').map((id) => element.ownerDocument.getElementById(id));
  if (others) return others.map((other) => (other ? textOf(other) : '')).join(' ');
  if (element.matches('tr')) return [...element.children].map(textOf).join(' ').trim();
  const caption = element.querySelector(':scope > caption');
  if (caption) return textOf(caption);
  if (element.matches('input, select, textarea')) {
    const label =
      element.closest('label') ??
      (element.id && element.ownerDocument.querySelector(`label[for="${element.id}"]`));
    // A label around a list says its own words, not those of the list.
    const words = label ? [...label.childNodes].filter((part) => !part.contains(element)) : [];
    return words
      .map((part) => part.textContent)
      .join(' ')
      .replace(/\s+/g, ' ')
      .trim();
  }
  return textOf(element);
}

const isCalled = (element: Element, name: Name | undefined): boolean =>
  name === undefined ||
  (typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)));

/** Everything of that role and name below `host`. */
export const allOf = <Found extends Element = HTMLElement>(
  host: ParentNode,
  role: Role,
  name?: Name,
): Found[] =>
  [...host.querySelectorAll<Found>(selectors[role])].filter((each) => isCalled(each, name));

/** The one of that role and name; an error that says what there is instead. */
export function oneOf<Found extends Element = HTMLElement>(
  host: ParentNode,
  role: Role,
  name?: Name,
): Found {
  const [found, more] = allOf<Found>(host, role, name);
  if (found && !more) return found;
  const there = allOf(host, role).map(nameOf).join(' | ');
  throw new Error(`${more ? 'more than one' : 'no'} ${role} is called ${name}: ${there}`);
}

/** Presses what can be pressed, and waits until the page is done with it. */
export async function press(host: ParentNode, role: Role, name?: Name): Promise<void> {
  const found = oneOf(host, role, name);
  if ((found as HTMLButtonElement).disabled) throw new Error(`${role} ${name} is disabled`);
  await act(async () => found.click());
}

/** Writes a value as typing or choosing does; React hears of it by the event. */
export async function fill(element: Element, value: string): Promise<void> {
  await act(async () => {
    const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')!;
    set!.call(element, value);
    const kind = element.matches('select') ? 'change' : 'input';
    element.dispatchEvent(new Event(kind, { bubbles: true }));
  });
}

/** Chooses in a list by what is read there. */
export async function choose(host: ParentNode, list: Name, option: Name): Promise<void> {
  const select = oneOf<HTMLSelectElement>(host, 'combobox', list);
  await fill(select, oneOf<HTMLOptionElement>(select, 'option', option).value);
}

/** Presses a key on an element. */
export const key = (element: Element, name: string): Promise<void> =>
  act(async () => {
    element.dispatchEvent(
      new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true }),
    );
  });

/** ms after which what does not come counts as never coming. */
const patience = 90_000;

/** Waits until what `find` gives says that, and gives it; the error tells what it says instead. */
export async function untilSays<Found extends Element>(
  find: () => Found | undefined | null,
  wanted: string | RegExp,
): Promise<Found> {
  const says = () => textOf(find() ?? document.createElement('p'));
  const isSo = () => (typeof wanted === 'string' ? says().includes(wanted) : wanted.test(says()));
  await until(isSo).catch(() => {
    throw new Error(`it never said ${wanted}: ${says() || find()}`);
  });
  return find()!;
}

/** Waits until that is so, and the page has shown what came meanwhile. */
export async function until(isSo: () => unknown): Promise<void> {
  const end = performance.now() + patience;
  while (!isSo()) {
    if (performance.now() > end) throw new Error(`it never came: ${isSo}`);
    await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)));
  }
}
