// Reads tables off the page as they stand there, for views that show facts rather than measurements.
// Numbers are those a reader sees; what has raw values is exported from them instead.

import type { Table } from '../../exchange/tables/table.ts';

const textOf = (element: Element): string =>
  (element.textContent ?? '').replace(/\s+/g, ' ').trim();

/** The cells of a row; one that spans columns is followed by empty ones. */
function cellsOf(row: Element): string[] {
  return [...row.querySelectorAll('th, td')].flatMap((cell) => {
    const span = (cell as HTMLTableCellElement).colSpan || 1;
    return [textOf(cell), ...Array<string>(span - 1).fill('')];
  });
}

function nameOf(list: Element): string {
  const caption = list.querySelector('caption');
  return list.getAttribute('aria-label') ?? (caption ? textOf(caption) : '');
}

/** Terms and what is said of them. */
function termsOf(list: Element): string[][] {
  let term = '';
  return [...list.querySelectorAll('dt, dd')].flatMap((part) => {
    if (part.tagName === 'DT') term = textOf(part);
    return part.tagName === 'DD' ? [[term, textOf(part)]] : [];
  });
}

/**
 * Every table and list of facts inside an element as one table: a first column says which each row came
 * from. Undefined if there is none.
 */
export function tableOnPage(name: string, region: Element): Table | undefined {
  const rows = [...region.querySelectorAll('table, dl')].flatMap((list) => {
    const isTable = list.tagName === 'TABLE';
    const own = isTable ? [...list.querySelectorAll('tr')].map(cellsOf) : termsOf(list);
    return own.map((row) => [nameOf(list), ...row]);
  });
  if (rows.length === 0) return undefined;
  const width = Math.max(...rows.map((row) => row.length));
  const columns = Array.from({ length: width }, (_, at) => ({
    name: at === 0 ? 'table' : `column_${at}`,
  }));
  const filled = rows.map((row) => [...row, ...Array<string>(width - row.length).fill('')]);
  return { name, columns, rows: filled };
}
