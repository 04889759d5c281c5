import type {Diff} from '../../../admin/diff.js';
import {dataOption} from '../../client/connection.js';
import {sandboxCommand} from '../../command.js';
import {exitCodes} from '../../exit-codes.js';
import {flag} from '../../options/values.js';
import {answer} from '../../output/output.js';
import {nameOption} from './name.js';

export const diff = sandboxCommand({
  usage: 'snapshot diff [name]',
  describe: 'Show what was created (+), changed (~) and deleted (-) since a snapshot, or since the baseline',
  options: {
    name: {...nameOption, fallback: 'baseline'},
    'exit-code': {
      describe: 'End with 1 if there are differences',
      only: 'flag',
      isBoolean: true,
      read: flag(),
    },
    ...dataOption,
  },
  examples: [
    ['snapshot diff', 'since the baseline'],
    ['snapshot diff before --exit-code', 'a check that nothing changed'],
  ],
  run: async (client, {name = 'baseline', 'exit-code': exitCode, json}) => {
    const reply = await client.get<Diff>(`/diff?from=${encodeURIComponent(name)}`);
    const {created, changed, deleted} = reply.total;
    const isSame = created + changed + deleted === 0;
    const since = name === 'baseline' ? 'the baseline' : `snapshot ${name}`;
    answer(
      json,
      reply,
      isSame
        ? `Nothing has changed since ${since}`
        : [...lines(reply), `${created} created, ${changed} changed, ${deleted} deleted since ${since}`].join('\n'),
    );
    if (exitCode && !isSame) {
      process.exitCode = exitCodes.failure;
    }
  },
});

function lines({created, changed, deleted, names}: Diff): string[] {
  const title = (collection: string, record: Named) => `${collection} ${record.id}${nameOf(collection, record, names)}`;
  return [
    ...linesOf(created, (collection, record) => `+ ${title(collection, record)}`),
    ...linesOf(changed, (collection, record) => `~ ${title(collection, record)} ${changes(record.fields)}`),
    ...linesOf(deleted, (collection, record) => `- ${title(collection, record)}`),
  ];
}

interface Named {
  readonly id?: unknown;
  readonly constituent_id?: unknown;
  readonly item_id?: unknown;
}

/** ` (Lovelace, Ada)`: whom it is about. */
function nameOf(collection: string, {id, constituent_id, item_id}: Named, names: Diff['names'] = {}): string {
  const person = names[String(collection === 'constituents' ? id : (constituent_id ?? item_id))];
  return person === undefined ? '' : ` (${person})`;
}

const linesOf = <T>(lists: Readonly<Record<string, T[]>>, line: (collection: string, item: T) => string): string[] =>
  Object.entries(lists).flatMap(([collection, items]) => items.map(item => line(collection, item)));

/** `last_name "Marsh" -> "Hall"` */
const changes = (fields: Diff['changed'][string][number]['fields']): string =>
  Object.entries(fields)
    .map(([field, {from, to}]) => `${field} ${short(from)} -> ${short(to)}`)
    .join(', ');

const longest = 80;

function short(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
