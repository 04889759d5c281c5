import type {ClockStatus} from '../../admin/clock.js';
import type {AccountStatus} from '../../admin/status.js';
import {flag} from '../../sandbox/options/values.js';

export type RecordCounts = Readonly<Record<string, number>>;

export const holds = ({constituents = 0, gifts = 0}: RecordCounts) => `${constituents} constituents, ${gifts} gifts`;

/** Formats the new state of one or all accounts: `account default is empty: 0 constituents, 0 gifts`. */
export function described({account, accounts, counts}: AccountStatus, isAll: boolean, is: string, are: string): string {
  return isAll && accounts > 1
    ? `all ${accounts} accounts ${are}; account ${account} holds ${holds(counts)}`
    : `account ${account} ${is}: ${holds(counts)}`;
}

export const clockText = ({mode, now, tick}: ClockStatus): string =>
  `${mode}, at ${now}${tick === null ? '' : `, ticking ${tick} with each write`}`;

/** For commands that can apply to every account, with `?all=true`. */
export const allOption = {describe: 'Apply to all accounts', read: flag()} as const;

type Row = readonly [name: string, value: unknown];

/** Output to a file or pipe has no width limit. */
const widthOf = ({isTTY, columns}: NodeJS.WriteStream) => (isTTY && columns > 0 ? columns : Number.POSITIVE_INFINITY);

/** The minimum number of columns for a text. */
const narrowest = 40;

/** Formats two columns; on a narrow terminal, the second is wrapped or placed below the first. */
export function table(rows: readonly Row[], stream: NodeJS.WriteStream = process.stdout): string {
  const names = Math.max(0, ...rows.map(([name]) => name.length)) + 2;
  const lines = rows.map(([name, value]) => `${name.padEnd(names)}${value}`.trimEnd());
  const width = widthOf(stream);
  const fits = lines.every(line => line.length <= width);
  const beside = ([name, value]: Row) =>
    wrapped(`${value}`, width - names).map((line, index) => `${(index === 0 ? name : '').padEnd(names)}${line}`);
  const below = ([name, value]: Row) => [name, ...wrapped(`${value}`, width - 2).map(line => `  ${line}`)];
  return (fits ? lines : rows.flatMap(width - names < narrowest ? below : beside)).join('\n');
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
  return lines.length === 0 ? [''] : lines;
}

export const shortened = (text: string, length: number, end = '…'): string =>
  text.length > length ? `${text.slice(0, length)}${end}` : text;

/** Quotes a text as one word of a POSIX shell, if it needs quotes. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
