// Text as RFC 4180 has it: rows of cells, CRLF, quotes where they must be. A text that a spreadsheet
// would compute is made plain. Knows nothing of what the cells mean.

export type CsvCell = string | number | undefined;

function csvCell(value: CsvCell): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

export const csvOfRows = (rows: readonly (readonly CsvCell[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
