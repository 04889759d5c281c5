/**
 * Reads the texts for the OpenAPI document from the tables in `docs/reference/assumptions.md`: the behavior of the
 * sandbox by point.
 */
export function assumptionTexts(page) {
  const rows = page.split(/\r?\n/).filter(line => line.startsWith('| '));
  const cells = rows.map(row => row.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll(String.raw`\|`, '|')));
  return Object.fromEntries(cells.map(([, point, does]) => [point, does]));
}
