import type {Diff} from '../../../admin/states/diff.js';
import type {DataDiff} from '../../../exchanges/change/data-diff.js';
import {flag, word} from '../../../sandbox/options/values.js';
import {dataOption} from '../../client/connection.js';
import {sandboxCommand} from '../../command.js';
import {exitCodes} from '../../command-error.js';
import {checkExclusive} from '../../options/option-table.js';
import {shortened} from '../../output/format.js';
import {nameOption, spokenOf} from './restore.js';

export const diff = sandboxCommand({
  usage: 'snapshot diff [name]',
  describe: 'Show records created (+), changed (~) and deleted (-) since a snapshot or the baseline',
  options: {
    name: nameOption,
    from: {
      describe: 'Earlier state: request:142, before:142, a snapshot or baseline',
      read: word('a state without spaces'),
    },
    to: {describe: 'Later state, instead of the current one', read: word('a state without spaces')},
    'exit-code': {describe: 'Exit with 1 if there are differences', read: flag()},
    ...dataOption,
  },
  examples: [
    ['snapshot diff', 'since the baseline'],
    ['snapshot diff before --exit-code', 'fail if anything changed'],
    ['snapshot diff --from request:142 --to request:150', 'from one request to another'],
  ],
  check: ({name, from}) => checkExclusive({'A name': name, '--from': from}),
  run: async (client, {name, from = name ?? 'baseline', to, 'exit-code': exitCode}) => {
    const reply = await client.get<Diff>('/diff', {from, to});
    const {created, changed, deleted} = reply.total;
    const since = to === undefined ? `since ${spokenOf(from)}` : `from ${spokenOf(from)} to ${spokenOf(to)}`;
    if (created + changed + deleted === 0) {
      return [reply, `Nothing has changed ${since}`];
    }
    if (exitCode) {
      process.exitCode = exitCodes.failure;
    }
    return [
      reply,
      [...changeLines(reply), `${created} created, ${changed} changed, ${deleted} deleted ${since}`].join('\n'),
    ];
  },
});

/** `+ groups 7`, `~ gifts 12 (Lovelace, Ada) amount "5.00" -> "6.00"`, `- notes 3` */
export function changeLines({created, changed, deleted, names}: DataDiff): string[] {
  const linesOf = <T extends Named>(mark: string, lists: Readonly<Record<string, T[]>>, more = (_: T) => '') =>
    Object.entries(lists).flatMap(([collection, records]) =>
      records.map(record => `${mark} ${collection} ${record.id}${nameOf(collection, record, names)}${more(record)}`),
    );
  return [
    ...linesOf('+', created),
    ...linesOf('~', changed, ({fields}) => ` ${changes(fields)}`),
    ...linesOf('-', deleted),
  ];
}

interface Named {
  readonly id?: unknown;
  readonly constituent_id?: unknown;
  readonly item_id?: unknown;
}

/** The name of the person: ` (Lovelace, Ada)` */
function nameOf(collection: string, {id, constituent_id, item_id}: Named, names: Diff['names'] = {}): string {
  const person = names[String(collection === 'constituents' ? id : (constituent_id ?? item_id))];
  return person === undefined ? '' : ` (${person})`;
}

/** `last_name "Marsh" -> "Hall"` */
const changes = (fields: Diff['changed'][string][number]['fields']): string =>
  Object.entries(fields)
    .map(([field, {from, to}]) => `${field} ${short(from)} -> ${short(to)}`)
    .join(', ');

const short = (value: unknown) => shortened(JSON.stringify(value), 80);
