import type {Table} from './figures.js';

export type Target = {readonly atLeast: number} | {readonly atMost: number} | {readonly under: number};

/** A promised figure. */
export interface Figure {
  readonly label: string;
  readonly unit?: string;
  /** Values by method of measurement; all of them must reach the target. */
  readonly measured: Readonly<Record<string, number>>;
  readonly target: Target;
}

/** Returns the words and the number of a target. */
function limitOf(target: Target): readonly [words: string, limit: number] {
  if ('atLeast' in target) {
    return ['at least', target.atLeast];
  }
  return 'atMost' in target ? ['at most', target.atMost] : ['under', target.under];
}

export function reached({measured, target}: Figure): boolean {
  const [words, limit] = limitOf(target);
  const isReached = {
    'at least': (value: number) => value >= limit,
    'at most': (value: number) => value <= limit,
    under: (value: number) => value < limit,
  }[words]!;
  return Object.values(measured).every(isReached);
}

/** Formats a number with its significant digits. */
export function shown(value: number, unit = ''): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4;
  const text = value.toLocaleString('en', {maximumFractionDigits: digits, minimumFractionDigits: digits});
  return unit === '' ? text : `${text} ${unit}`;
}

/** Formats figures with their targets. All figures must have the same methods of measurement. */
export function targetTable(figures: readonly Figure[]): Table {
  const ways = Object.keys(figures[0]!.measured);
  const rows = figures.map(figure => {
    const {label, measured, target, unit} = figure;
    const [word, limit] = limitOf(target);
    const limitText = `${word} ${limit.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`;
    return [label, ...ways.map(way => shown(measured[way]!, unit)), limitText, reached(figure) ? 'yes' : '**no**'];
  });
  return {heads: ['figure', ...ways, 'to reach', 'reached'], rows};
}
