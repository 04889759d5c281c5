import type {Table} from './figures.js';

/** What a figure is to reach. */
export type Target = {readonly atLeast: number} | {readonly under: number};

/** One figure of what is promised. */
export interface Figure {
  readonly label: string;
  readonly unit?: string;
  /** By how it was measured; all of them must reach the target. */
  readonly measured: Readonly<Record<string, number>>;
  readonly target: Target;
}

export const reached = ({measured, target}: Figure): boolean =>
  Object.values(measured).every(value => ('atLeast' in target ? value >= target.atLeast : value < target.under));

/** As many digits as tell something. */
export function shown(value: number, unit = ''): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 0.1 ? 2 : 4;
  const text = value.toLocaleString('en', {maximumFractionDigits: digits, minimumFractionDigits: digits});
  return unit === '' ? text : `${text} ${unit}`;
}

/** Each figure with what it is to reach. All of them must be measured in the same ways. */
export function targetTable(figures: readonly Figure[]): Table {
  const ways = Object.keys(figures[0]!.measured);
  const rows = figures.map(figure => {
    const {label, measured, target, unit} = figure;
    const [word, limit] = 'atLeast' in target ? ['at least', target.atLeast] : ['under', target.under];
    const limitText = `${word} ${limit.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`;
    return [label, ...ways.map(way => shown(measured[way]!, unit)), limitText, reached(figure) ? 'yes' : '**no**'];
  });
  return {heads: ['figure', ...ways, 'to reach', 'reached'], rows};
}
