/**
 * The pictures of the documentation as text. A line is a row of boxes, separated by `->` (an arrow) or `|` (none).
 * `@2` at the start of a row connects it to the second box of the row above.
 */
const pictures: Readonly<Record<string, string>> = {
  forks: `
    baseline -> request 1 -> request 2 -> request 3
    @2 fork -> another request
  `,
  intercept: `
    your code -> proxy, preload -> sandbox
    @2 others: refused
  `,
  request: `
    request, key -> operation -> account
    @2 journal | findings | trace
  `,
};

const titles: Readonly<Record<string, string>> = {
  forks: 'A fork shares the states before it',
  intercept: 'An intercepted run reaches the sandbox, and no other host',
  request: 'A request changes an account; the journal, the findings and the trace read it',
};

const width = 136;
const height = 34;
const gap = 40;
const rowHeight = 70;
const margin = 4;

interface Box {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  /** Points of the line that leads to the box. */
  readonly line: string;
}

const style = `
  rect { fill: #f4f8fa; stroke: #1b6b93; }
  text { fill: #14303d; font: 14px system-ui, sans-serif; text-anchor: middle; dominant-baseline: central; }
  polyline { fill: none; stroke: #1b6b93; stroke-width: 1.5; marker-end: url(#arrow); }
  marker path { fill: #1b6b93; }
  @media (prefers-color-scheme: dark) {
    rect { fill: #16242b; stroke: #7fc4e3; }
    text { fill: #e6f1f6; }
    polyline { stroke: #7fc4e3; }
    marker path { fill: #7fc4e3; }
  }
`;

function boxesOf(picture: string): Box[] {
  const boxes: Box[] = [];
  let above: Box[] = [];
  for (const [index, line] of picture.trim().split('\n').entries()) {
    const [, number, cells = ''] = /^\s*(?:@(\d) )?(.*)$/.exec(line)!;
    const parent = number === undefined ? undefined : above[Number(number) - 1]!;
    const y = margin + index * rowHeight;
    const row: Box[] = [];
    for (const [place, part] of cells.split(/(?= (?:->|\|) )/).entries()) {
      const [, link = '', text = ''] = /^(?: (->|\|) )?(.*)$/.exec(part)!;
      const x = (parent?.x ?? margin) + place * (width + gap);
      const across = link === '->' ? `${x - gap},${y + height / 2} ${x - 3},${y + height / 2}` : '';
      const middle = (parent?.x ?? 0) + width / 2;
      const down = parent && `${middle},${parent.y + height} ${middle},${y - 3}`;
      row.push({x, y, text, line: place === 0 ? (down ?? '') : across});
    }
    boxes.push(...row);
    above = row;
  }
  return boxes;
}

function svgOf(title: string, picture: string): string {
  const boxes = boxesOf(picture);
  const right = Math.max(...boxes.map(({x}) => x)) + width + margin;
  const bottom = Math.max(...boxes.map(({y}) => y)) + height + margin;
  const shapes = boxes.map(({x, y, text, line}) =>
    [
      `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`,
      `<text x="${x + width / 2}" y="${y + height / 2}">${text}</text>`,
      ...(line === '' ? [] : [`<polyline points="${line}"/>`]),
    ].join('\n'),
  );
  const arrow =
    '<marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">' +
    '<path d="M0 0L8 4L0 8z"/></marker>';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${right} ${bottom}" width="${right}" height="${bottom}">
<title>${title}</title>
<style>${style}</style>
<defs>${arrow}</defs>
${shapes.join('\n')}
</svg>
`;
}

/** The files in `docs/pictures`, by name. */
export const pictureFiles = (): ReadonlyMap<string, string> =>
  new Map(Object.entries(pictures).map(([name, picture]) => [`${name}.svg`, svgOf(titles[name]!, picture)]));
