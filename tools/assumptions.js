/**
 * The texts of `docs/reference/assumptions.md`, which the OpenAPI document shows: from each row of its tables, the point and
 * the behavior of the sandbox.
 */
export function assumptionTexts(page) {
  const rows = page.split(/\r?\n/).filter(line => line.startsWith('| '));
  const cells = rows.map(row => row.split(/(?<!\\)\|/).map(cell => cell.trim().replaceAll(String.raw`\|`, '|')));
  return Object.fromEntries(cells.map(([, point, does]) => [point, does]));
}
