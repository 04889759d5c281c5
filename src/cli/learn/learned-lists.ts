import {readRecording} from '../../exchanges/recording/read-recording.js';
import {RecordingError} from '../../exchanges/recording/recorded-exchange.js';
import {TraceError} from '../../exchanges/trace/read-trace.js';
import {neutralName} from '../../import/account-lists.js';
import {limits} from '../../limits.js';
import type {Catalog} from '../../operations/kinds/catalog.js';
import type {Kind} from '../../operations/kinds/kind.js';
import {type Fields, idIn} from '../../schema/fields.js';
import {isObject} from '../../schema/items.js';
import {CommandError} from '../command-error.js';
import {printError} from '../output/output.js';
import {pageIn} from './read-list.js';
import type {ListRequest} from './requests.js';
import type {Lists} from './texts.js';

/** The lists of an account. They contain only the fields that the kinds keep, each valid by its own schema. */
export class LearnedLists {
  readonly #entries = new Map<string, Map<unknown, Fields>>();
  readonly #omitted = new Set<string>();

  constructor(private readonly catalog: Catalog) {}

  /** An entry with a known id replaces the earlier one. @returns the kept entries */
  add({kind, filter}: ListRequest, entries: readonly unknown[]): Fields[] {
    const filtered = entries.map(entry => (isObject(entry) ? {...entry, ...filter} : entry));
    const kept = this.#keptOf(kind, filtered);
    const known = this.#entries.get(kind.name) ?? [];
    this.#entries.set(kind.name, new Map([...known, ...kept.map(entry => [entry.id, entry] as const)]));
    return kept;
  }

  /** In the order of the catalog. @throws CommandError if nothing was read */
  all(): Lists {
    if (this.#entries.size === 0) {
      throw new CommandError('There is no list to learn: is this the service, or a recording of it?');
    }
    if (this.#omitted.size > 0) {
      printError(`Left out where missing or not as expected: ${[...this.#omitted].join(', ')}`);
    }
    const found = this.catalog.kinds.filter(({name}) => this.#entries.has(name));
    return Object.fromEntries(found.map(({name}) => [name, [...this.#entries.get(name)!.values()]]));
  }

  #keptOf(kind: Kind, entries: unknown): Fields[] {
    return (Array.isArray(entries) ? entries : []).flatMap((entry: unknown): Fields[] => {
      if (isObject(entry) && idIn(entry.id) !== undefined) {
        return [this.#keep(kind, entry)];
      }
      this.#omitted.add(`${kind.name} without an id`);
      return [];
    });
  }

  #keep(kind: Kind, entry: Fields): Fields {
    const {facts, texts = [], words = []} = kind.learned!;
    const kept: Fields = {};
    for (const field of Object.keys(kind.output!.shape).filter(field =>
      [...facts, ...texts, ...words].includes(field),
    )) {
      const schema = kind.output!.shape[field];
      const {success, data} = schema.safeParse(entry[field]);
      if (success && String(data).length <= limits.textLength) {
        kept[field] = data;
      } else {
        this.#omitted.add(`${kind.name}.${field}`);
        if (!facts.includes(field) && !schema.safeParse(null).success) {
          kept[field] = neutralName(kind, entry.id); // required in every entry
        }
      }
    }
    for (const {array, to} of kind.importer?.nested ?? []) {
      kept[array] = this.#keptOf(this.catalog.byName.get(to)!, entry[array]);
    }
    return kept;
  }
}

/**
 * Adds the lists of a recording, and reports missing ones. The latest page takes precedence.
 * @throws CommandError that names a position, but nothing of the text
 */
export async function addRecorded(file: string, requests: readonly ListRequest[], lists: LearnedLists): Promise<void> {
  const exchanges = await readRecording(file).catch(error => {
    const isExplained = error instanceof RecordingError || error instanceof TraceError;
    throw isExplained ? new CommandError(error.message) : error;
  });
  for (const request of requests) {
    const isDefault = requests.find(({path}) => path === request.path) === request;
    const ids = new Set<unknown>();
    let total: number | undefined;
    for (const {method, path, search, status, reply = ''} of exchanges) {
      if (method === 'GET' && status === 200 && isOf(path, search, request, isDefault)) {
        try {
          const page = pageIn(reply);
          total = page.total;
          for (const {id} of lists.add(request, page.items)) {
            ids.add(id);
          }
        } catch {
          printError(`A recorded response of ${request.path} is cut or damaged, and was left out`);
        }
      }
    }
    if (total === undefined || ids.size < total) {
      printError(`The recording has ${ids.size} of ${total ?? 'the'} entries of ${request.path}`);
    }
  }
}

/** @param isDefault true for the default filter of a list */
function isOf(recorded: string, search: string, {path, filter}: ListRequest, isDefault: boolean): boolean {
  const query = new URLSearchParams(search);
  return (
    recorded.replace(/\.json$/, '').endsWith(path) &&
    Object.entries(filter).every(([name, word]) => (query.get(name) ?? (isDefault && word)) === word)
  );
}
