export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

export interface Table {
  readonly heads: readonly string[];
  readonly rows: ReadonlyArray<readonly string[]>;
}

/** Formats a table in Markdown, with numbers right-aligned. */
export function markdown({heads, rows}: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(heads), `|---${'|---:'.repeat(heads.length - 1)}|`, ...rows.map(line)].join('\n');
}
