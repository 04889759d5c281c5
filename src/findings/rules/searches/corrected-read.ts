import type {FullExchange} from '../../../exchanges/exchange.js';
import {type Aliases, meantBy, pathMeant} from '../../../operations/aliases.js';
import type {Operation} from '../../../operations/operation.js';
import {nearest} from '../../../schema/nearest.js';
import {readDate} from '../../fields/read-date.js';
import type {RequestToSend} from '../../finding.js';
import {get, joined, type Parameter, parametersOf, pathWith, plainName, type Repeated} from '../../rewrite.js';
import type {Session} from '../../session.js';
import {
  cacheBusters,
  decodedAgain,
  hasTerm,
  isSearch,
  maxParts,
  meantTerm,
  partsIn,
  searchBeside,
  splitValue,
  termNames,
  type WrittenPart,
} from '../../terms.js';
import {acceptedValue, lookups} from './term-values.js';

/** A request, or a page that was the response to one. */
type Read = Pick<FullExchange, 'operation' | 'query' | 'params' | 'before'>;

/** The intended meaning of a part of a query: other parameters, or none if it changes nothing. */
interface Meaning {
  /** The path of a request that replaces the read. */
  readonly path?: string;
  readonly parameters: readonly Parameter[];
  /** Set if it has only one of several values, because its term does not accept a list. */
  readonly isPartial?: true;
}

/** An unsupported filter or value. */
const notOffered: Meaning = {parameters: []};

/** Parameters for page size and position, including those of other APIs. */
const paging = {
  page: ['page', 'page_number'],
  offset: ['offset', 'start', 'skip'],
  limit: ['limit', 'per_page', 'page_size', 'pagesize', 'count', 'size', 'top'],
} as const satisfies Aliases;

export const defaultLimit = 25;

/** Terms for values without a name, the most likely first. */
const guesses: ReadonlyArray<readonly [name: string, looksSo: RegExp]> = [
  ['eaddr', /@/],
  ['gift_ids', /^[\d, ]+$/],
  ['phone_number', /^[\d ()+-]{7,}$/],
  ['name', /./],
  ['description', /./],
];

const operators = /^(?:eq|gte|lte|gt|lt|in|ni)\|/;

/** A further term as `q[]`, and parameters that replace others; undefined removes one. */
type Changes = Readonly<Record<string, string | number | undefined>>;

/** The search for the records of a read: its own, or the one next to its list. */
export const searchOf = ({operation}: Read, {catalog}: Session): Operation | undefined =>
  isSearch(operation) ? operation : searchBeside(operation!, catalog.operations);

/** The intended read, with every part of its query corrected. */
export class MeantRead {
  readonly #search: Operation | undefined;
  readonly #people: Operation;

  constructor(
    private readonly read: Read,
    session: Session,
  ) {
    this.#search = searchOf(read, session);
    this.#people = session.catalog.operations.find(({id}) => id === 'searchConstituents')!;
  }

  /** The corrected request for a mistake; empty if none of its filters can be corrected. */
  proposal(changes: Changes = {}): {readonly request?: () => RequestToSend} {
    const meanings = joined(parametersOf(this.read).slice(0, maxParts)).flatMap(one => this.#meaningsOf(one));
    const request = meanings.some(({isPartial}) => isPartial) ? undefined : this.#requestOf(meanings, changes);
    return request === undefined ? {} : {request: () => request};
  }

  /** The text of the intended parameter: `q[]=name=Smith`, with the path if it differs. */
  nearest(parameter: Repeated): string | undefined {
    return this.#textOf(this.#meaningsOf(parameter));
  }

  /** The same for one search term; without a name, for a bare value. */
  nearestTerm(name: string | undefined, value: string): string | undefined {
    return this.#textOf([this.#partMeaning(name, value, this.#search!)]);
  }

  #textOf(meanings: readonly Meaning[]): string | undefined {
    const {path, parameters} = meanings.find(meaning => meaning.path !== undefined) ?? {
      parameters: meanings.flatMap(meaning => meaning.parameters),
    };
    const isElsewhere = this.#search !== this.read.operation && parameters.some(([name]) => name === 'q[]');
    const other = path ?? (isElsewhere ? this.#search!.path : undefined);
    return other === undefined
      ? parameters.map(pair => pair.join('=')).join('&') || undefined
      : `GET ${pathWith(other, parameters)}`;
  }

  #requestOf(meanings: readonly Meaning[], changes: Changes): RequestToSend | undefined {
    const instead = meanings.find(({path}) => path !== undefined);
    const meant = meanings.flatMap(({parameters}) => parameters);
    const added = Object.entries(changes).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, `${value}`] as const],
    );
    const all = [...meant.filter(([name]) => name === 'q[]' || !Object.hasOwn(changes, name)), ...added];
    const terms = all.flatMap(([name, value]) => (name === 'q[]' ? [value] : []));
    const plain = [...new Map(all.filter(([name]) => name !== 'q[]'))];
    if (instead !== undefined) {
      return get(instead.path!, instead.parameters);
    }
    const {operation, params} = this.read;
    if (terms.length === 0 && meanings.includes(notOffered) && params['constituent_id'] === undefined) {
      return undefined; // without its filter, it would return everything
    }
    const known = operation!.query?.shape ?? {};
    const isMoved = plain.some(([name]) => ['sort', 'expand'].includes(name) && !Object.hasOwn(known, name));
    if (this.#search === undefined || !(terms.length > 0 || isMoved)) {
      return get(
        operation!.path.replaceAll(/\{(\w+)\}/g, (_: string, name: string) => encodeURIComponent(params[name]!)),
        plain,
      );
    }
    if (this.#search !== operation && params['constituent_id'] !== undefined) {
      terms.unshift(`constituent_id=${params['constituent_id']}`);
    }
    return get(this.#search.path, [...[...new Set(terms)].map((text): Parameter => ['q[]', text]), ...plain]);
  }

  #meaningsOf([written, ...values]: Repeated): readonly Meaning[] {
    const {operation} = this.read;
    const name = plainName(written);
    const value = values.at(-1)!;
    const known = Object.keys(operation!.query?.shape ?? {});
    const [kind] = meantBy(name, paging) as Array<keyof typeof paging>;
    if (value === '' && name.includes('=')) {
      const split = name.indexOf('='); // the `=` was encoded
      return this.#meaningsOf([name.slice(0, split), name.slice(split + 1)]);
    }
    if (['q', 'search', 'query'].includes(name)) {
      return this.#search === undefined ? [] : values.flatMap(one => this.#termMeanings(name, one, this.#search!));
    }
    if (kind !== undefined && operation!.reply.kind === 'page') {
      return [{parameters: [this.#pageMeaning(kind, value)]}];
    }
    if (name === 'sort' || name === 'expand') {
      return [{parameters: this.#offered(name, values.join(','))}];
    }
    if (known.includes(name) || cacheBusters.has(name)) {
      return [{parameters: [[name, value]]}];
    }
    const decoded = values.map(one => decodedAgain(one) ?? one);
    const meant = this.#search && this.#termMeaning(name, decoded, this.#search);
    const near = nearest(name, known);
    return [meant ?? {parameters: near === undefined || value.trim() === '' ? [] : [[near, value]]}];
  }

  #pageMeaning(kind: keyof typeof paging, value: string): Parameter {
    const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
    const sizes = paging.limit.map(name => Number(this.read.query[name]));
    const size = sizes.find(size => size > 0) ?? defaultLimit;
    return kind === 'limit'
      ? ['limit', String(number || defaultLimit)]
      : ['offset', String(kind === 'page' ? Math.max(0, number - 1) * size : number)];
  }

  /** The values of `sort` or `expand` that the search supports. */
  #offered(name: 'sort' | 'expand', value: string): readonly Parameter[] {
    const {sorts = [], expansions = []} = this.#search?.search ?? {};
    const values = value.split(',', maxParts).map(one => one.trim());
    const kept = values.filter(one =>
      name === 'sort' ? sorts.includes(one.replace(/!$/, '')) : expansions.includes(one),
    );
    return kept.length === 0 ? [] : [[name, kept.join(',')]];
  }

  /** The meanings of the terms in a `q[]`, or in a parameter that means one. */
  #termMeanings(parameter: string, whole: string, search: Operation): readonly Meaning[] {
    const terms: WrittenPart[] = [];
    for (const part of partsIn(parameter, whole)) {
      const last = terms.at(-1);
      if (last !== undefined && splitValue(search, part)) {
        terms[terms.length - 1] = {...last, value: `${last.value} ${part.text.trim()}`};
      } else if (part.text.trim() !== '') {
        terms.push(part);
      }
    }
    const meanings = terms.map(({name, value, text}) => this.#partMeaning(name, value ?? text.trim(), search));
    return meanings.length === 0 ? [notOffered] : meanings;
  }

  #partMeaning(name: string | undefined, value: string, search: Operation): Meaning {
    const [word = '', ...rest] = name === undefined ? value.split(':', maxParts) : [];
    if (rest.length > 0 && [search, this.#people].some(one => meantTerm(one, word.trim()) !== undefined)) {
      return this.#partMeaning(word.trim(), rest.join(':'), search);
    }
    if (name === undefined && (/^[[{]/.test(value) || readDate(value) !== undefined)) {
      return notOffered; // JSON, or a date that several terms accept
    }
    const likely = guesses.filter(([, looksSo]) => looksSo.test(value)).map(([guess]) => guess);
    const term = name ?? likely.find(guess => hasTerm(search, guess)) ?? 'name';
    return this.#termMeaning(term, [value], search) ?? notOffered;
  }

  /** The intended term of a search, or of the constituent search; undefined if the name resembles no term. */
  #termMeaning(name: string, written: readonly string[], search: Operation): Meaning | undefined {
    const values = written.map(one => one.replaceAll(/; ?/g, ' ').trim()).filter(one => one !== ''); // ; ends a term
    const value = values.map((one, index) => (index === 0 ? one : one.replace(operators, ''))).join(',');
    const alias = meantTerm(search, name);
    const path = pathMeant(search.id, name);
    const people = this.#people;
    if (value === '') {
      return {parameters: []};
    }
    if (alias === null) {
      return notOffered;
    }
    if (path !== undefined) {
      const id = value.replace(operators, '');
      return /^\d+$/.test(id) ? {path: path.replace('{id}', id), parameters: []} : notOffered;
    }
    if (alias === undefined && search !== people && meantTerm(people, name) !== undefined) {
      const meant = this.#termMeaning(name, values, people)!;
      return meant === notOffered ? meant : {path: people.path, ...meant};
    }
    const [known = '', prefix = ''] = (alias ?? nearest(name, termNames(search)) ?? '').split('=');
    const spec = search.search!.terms.find(one => one.name === known);
    const isPartial = values.length > 1 && spec?.value.accepts.includes('separated') === false;
    const sent = isPartial ? values[0]! : value;
    const text = prefix === '' ? sent : `${prefix}${sent.replace(operators, '')}`;
    const accepted = spec && acceptedValue(spec, text, this.read.before);
    if (accepted !== undefined) {
      return {parameters: [['q[]', `${known}=${accepted}`]], ...(isPartial && {isPartial})};
    }
    const list = Object.hasOwn(lookups, known) ? {path: lookups[known]!.path, parameters: []} : notOffered;
    const person: Meaning = {path: people.path, parameters: [['q[]', `name=${sent}`]]};
    return spec && (known === 'constituent_id' ? person : list);
  }
}

export const proposed = (read: Read, session: Session, changes?: Changes) =>
  new MeantRead(read, session).proposal(changes);
