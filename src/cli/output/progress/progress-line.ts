/** What a terminal shows of work that takes its time: one line, in whatever thread draws it. */
export interface Progress {
  readonly what: string;
  readonly done: number;
  /** Zero where nobody knows. */
  readonly total: number;
  /** Milliseconds since it began. */
  readonly elapsed: number;
}

const barWidth = 20;
const [full, empty] = ['█', '░'];

/** How much of the bar moves where nobody knows how far the work is, and for how long in one place. Milliseconds. */
const [movingWidth, stepTime] = [5, 100];

/** A bar, and beside it how far the work is, or how long it has taken; no wider than a terminal. */
export function progressLine({what, done, total, elapsed}: Progress, columns: number): string {
  const line =
    total > 0
      ? `${what} ${filled(done / total)} ${Math.floor((100 * done) / total)}% ${done}/${total}`
      : `${what} ${moving(elapsed)} ${Math.floor(elapsed / 1000)} s`;
  return line.slice(0, columns - 1);
}

function filled(share: number): string {
  const width = Math.floor(barWidth * share);
  return full.repeat(width) + empty.repeat(barWidth - width);
}

/** Forth and back. */
function moving(elapsed: number): string {
  const room = barWidth - movingWidth;
  const step = Math.floor(elapsed / stepTime) % (2 * room);
  const place = step < room ? step : 2 * room - step;
  return empty.repeat(place) + full.repeat(movingWidth) + empty.repeat(room - place);
}
