import {pascal, singular, words} from '../../../operations/names.js';
import {framesOf} from '../../../preload/caller/frames.js';
import {
  type CheckCase,
  type CheckedCall,
  type CheckKind,
  isUnknown,
  type Repeat,
  type Verdict,
  type WrongRecord,
} from '../../../sandbox/check/types.js';
import type {Row} from '../../../store/order.js';
import {shortened} from '../../output/format.js';

/** `If the response to the gift is lost, Ada Test gets two gifts of $50.00. sync.php:5` */
export function harmOf(one: CheckCase): string {
  const {check, variant, start, call} = one;
  const frame = call?.caller ? ` ${framesOf(call.caller)[0]}` : '';
  const again = start === 'rerun' ? 'the command runs again and ' : '';
  return `If ${again}${conditions[check](variant, nounOf(call), call)}, ${effectOf(one)}.${frame}`;
}

type ConditionText = (variant: string, noun: string, call: CheckedCall | null) => string;

const conditions: Readonly<Record<CheckKind, ConditionText>> = {
  lost: (variant, noun) =>
    `the response to ${noun} is lost${variant === 'on a reused connection' ? ` ${variant}` : ''}`,
  refused: (variant, noun) =>
    variant === '401' ? `the service refuses the key from ${noun} on` : `${noun} fails with ${variant}`,
  garbled(variant, noun, call) {
    const isLeftOut = variant === 'HTML, not stored' && call?.method !== 'GET';
    const response = isLeftOut ? `${noun} is not stored and the response` : `the response to ${noun}`;
    return `${response} is ${variant === 'truncated' ? 'cut off' : 'an HTML page'}`;
  },
  silent: (_, noun) => `${noun} gets no response`,
  twice: () => 'the command runs again',
  kill: (variant, noun) =>
    variant === 'before the response'
      ? `the command is killed before the response to ${noun} and runs again`
      : `the command is killed after ${noun} is stored and runs again`,
  assume: variant => `the service ${variant === 'observed' ? 'behaves as observed' : `follows ${variant}`}`,
};

const actions: Readonly<Record<string, string>> = {
  create: 'the ',
  attach: 'the ',
  update: 'the change of the ',
  delete: 'the deletion of the ',
  detach: 'the removal of the ',
  search: 'the search for ',
  list: 'the list of ',
  show: 'the request for the ',
};

/** `createGift` for `createGiftOfConstituent`. */
const withoutParent = ({operation}: CheckedCall): string => operation.split(/Of(?=[A-Z])/)[0]!;

/** The request for people: `the gift`, `the search for constituents`. */
function nounOf(call: CheckedCall | null): string {
  const [, action = '', name = ''] = /^([a-z]+)([A-Z]\w*)$/.exec(call === null ? '' : withoutParent(call)) ?? [];
  const spoken = name.replaceAll(/(?!^)[A-Z]/g, letter => ` ${letter}`).toLowerCase();
  return action in actions ? `${actions[action]}${spoken}` : 'the request';
}

const plainEffects: Readonly<Partial<Record<Verdict, string>>> = {
  healed: 'nothing is wrong in the end',
  reported: 'the command fails and leaves nothing wrong',
  hung: 'the command never ends',
};

function effectOf({verdict, records, code, reason, check}: CheckCase): string {
  if (verdict === 'stuck') {
    return `the command can never finish${code ? `: it ends with ${code} again` : ''}`;
  }
  if (isUnknown(verdict)) {
    return `nothing is known${reason === null ? '' : `: ${reason}`}`;
  }
  const end =
    verdict === 'lost' ? `, and ${endingOf(code)}` : check === 'assume' ? ': this depends on the service' : '';
  return plainEffects[verdict] ?? `${recordsText(verdict, records)}${end}`;
}

const endingOf = (code: number | null) =>
  code === 0
    ? 'the command reports success'
    : `the command ${code === null ? 'had to be ended' : `fails with ${code}`}`;

/** The first record that matches the verdict, and the number of the others. */
function recordsText(verdict: Verdict, records: readonly WrongRecord[]): string {
  const fitting = records.filter(({difference}) => difference === verdict);
  const [first] = fitting.length === 0 ? records : fitting;
  if (first === undefined) {
    return verdict === 'depends' ? 'the result is another one' : `a record is ${verdict}`;
  }
  const isSame = (other: WrongRecord) =>
    other.difference === first.difference && other.kind === first.kind && nameOf(other) === nameOf(first);
  const same = first.difference === 'duplicated' ? records.filter(isSame).length : 1;
  const others = records.length - same;
  const more = others === 0 ? '' : `, and ${others} more ${others === 1 ? 'record is' : 'records are'} wrong`;
  return `${effects[first.difference](first, same)}${more}`;
}

const effects: Readonly<Record<WrongRecord['difference'], (record: WrongRecord, count: number) => string>> = {
  duplicated(record, count) {
    const {kind, owner} = record;
    if (owner !== undefined && kind !== 'constituents') {
      return `${owner} gets ${numbers[count + 1] ?? count + 1} ${words(spokenKind(kind))}${detailOf(record)}`;
    }
    return count === 1 ? `a second ${nameOf(record)} is created` : `${nameOf(record)} is created ${count} more times`;
  },
  lost: record =>
    `the ${nameOf(record)} is never ${record.found === undefined ? 'stored' : record.expected ? 'changed' : 'deleted'}`,
  changed(record) {
    const {expected, found} = record;
    if (expected === undefined || found === undefined) {
      return found === undefined ? `the ${nameOf(record)} is deleted` : `a ${nameOf(record)} too many is stored`;
    }
    const [first, ...others] = changedFields(expected, found);
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    const values = first && `has ${first.name} ${first.found} instead of ${first.expected}${more}`;
    return `the ${nameOf(record)} ${values ?? 'has other values'}`;
  },
};

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

const kinds: Readonly<Record<string, string>> = {custom_attrs: 'custom fields', constituent_keywords: 'keywords'};

const spokenKind = (kind: string) => kinds[kind] ?? kind;

/** `gift of $50.00 to Ada Test` */
function nameOf(record: WrongRecord): string {
  const {kind, owner} = record;
  const named = `${words(singular(spokenKind(kind)))}${detailOf(record)}`;
  return owner === undefined || kind === 'constituents' ? named : `${named} ${kind === 'gifts' ? 'to' : 'of'} ${owner}`;
}

const identifying = ['name', 'address', 'number', 'url', 'org_name'] as const;

/** ` of $50.00`, or the name of the record. */
function detailOf({kind, owner, expected, found}: WrongRecord): string {
  const row = {...expected, ...found} as Readonly<Record<string, unknown>>;
  const amount = row['received_amount'];
  if (typeof amount === 'number') {
    return ` of ${amount.toLocaleString('en-US', {style: 'currency', currency: 'USD'})}`;
  }
  const person =
    kind === 'constituents' ? (owner ?? `${row['first_name'] ?? ''} ${row['last_name'] ?? ''}`.trim()) : '';
  const name = [person, ...identifying.map(field => row[field])].find(
    value => typeof value === 'string' && value !== '',
  );
  return name === undefined ? '' : ` ${shortText(String(name))}`;
}

const shortText = (text: string) => shortened(text, 80);

const unimportant = new Set(['id', 'created_at', 'updated_at']);

/** The differing fields of a stored record, with their values as JSON. */
export function changedFields(expected: Row, found: Row) {
  const [wanted, stored]: Array<Readonly<Record<string, unknown>>> = [{...expected}, {...found}];
  const textOf = (value: unknown) => JSON.stringify(value) ?? 'nothing';
  return Object.keys({...wanted, ...stored})
    .filter(name => !unimportant.has(name) && textOf(wanted![name]) !== textOf(stored![name]))
    .map(name => ({name, expected: shortText(textOf(wanted![name])), found: shortText(textOf(stored![name]))}));
}

/** Fields by which a client can find its created records. */
const ownIds: Readonly<Record<string, string>> = {
  gifts: 'external_id',
  notes: 'external_id',
  volunteer_times: 'external_id',
  constituents: 'external_constituent_id',
};

/** One or two sentences; null for a verdict that needs no fix. */
export function fixOf({verdict, check, call, records}: CheckCase): string | null {
  const created = call && withoutParent(call);
  const called = Object.keys(ownIds).find(kind => created === `create${pascal(singular(kind))}`);
  const field = ownIds[records.find(({difference}) => difference === verdict)?.kind ?? called ?? ''];
  const search = field === undefined ? 'Search for the record' : `Send an ${field} of your own, and search for it`;
  const repeated = `${search} before you send the request again: it may have been stored although no response came.`;
  const runAgain = `${search} before you create it: the next run then finds what this one stored.`;
  const fixes: Readonly<Partial<Record<Verdict, string>>> = {
    duplicated: check === 'twice' || check === 'kill' ? runAgain : call?.method === 'GET' ? failedRead : repeated,
    lost: check === 'kill' ? moveLater : check === 'lost' || check === 'silent' ? unknownResult : checkStatus,
    changed: 'Read the record again before you repeat a change, and send only the fields that you mean to change.',
    stuck: `${search} first, and treat a record that is there as done: a 422 that says "taken" is no error then.`,
    hung: 'Set a timeout for each request, and fail after a few attempts.',
    depends: 'Do not rely on this behavior: the service may do either.',
  };
  return fixes[verdict] ?? null;
}

const failedRead =
  'A request that fails is no empty result. Check the status and the content type before you create anything.';
const moveLater = 'Move your cursor only after the service has stored the record.';
const unknownResult =
  'Without a response, the result is unknown. Search for the record, and send it again if it is missing.';
const checkStatus =
  'Check the status and the content type of each response before you go on, and fail if it is no success.';

/** Names the origin of a repeated request, and the remedy. */
export function repeatText({by, client, remedy}: Repeat): string {
  const origin =
    by === 'library'
      ? `Your code sent it once; ${client ?? 'your HTTP library'} sent it again.`
      : 'It was repeated by your code or your HTTP library.';
  return remedy === null ? origin : `${origin} ${remedy}${/[.!]$/.test(remedy) ? '' : '.'}`;
}
