type CsvCell = string | number;

/** A spreadsheet would run a text that begins with one of these as a formula. */
const formulaStart = /^[=+\-@\t\r]/;

function written(cell: CsvCell): string {
  const text = typeof cell === 'string' && formulaStart.test(cell) ? `'${cell}` : String(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180. The byte order mark tells spreadsheets that it is UTF-8. */
export const csvOf = (rows: ReadonlyArray<readonly CsvCell[]>): string =>
  `\uFEFF${rows.map(row => `${row.map(written).join(',')}\r\n`).join('')}`;

export function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
  Object.assign(document.createElement('a'), {href: url, download: name}).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
