type Row = readonly [name: string, value: unknown];

/** Output to a file or pipe has no width limit. */
const widthOf = ({isTTY, columns}: NodeJS.WriteStream) => (isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY);

/** Prints two columns; on a terminal that is too narrow, one below the other. */
export function table(rows: readonly Row[], stream: NodeJS.WriteStream = process.stdout): string {
  const names = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `${name.padEnd(names)}${value}`.trimEnd());
  const width = widthOf(stream);
  return lines.every(line => line.length <= width)
    ? lines.join('\n')
    : rows
        .map(([name, value]) => [name, ...wrapped(`${value}`, width - 2).map(line => `  ${line}`)].join('\n'))
        .join('\n');
}

/** Wraps a text; a word longer than a line gets its own line. */
function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ').filter(word => word !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}
