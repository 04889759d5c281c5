import type {FullExchange} from '../../exchanges/exchange.js';
import {fieldMeant} from '../../operations/aliases.js';
import {memoizeWeakly} from '../../store/caching.js';
import {shown} from '../rewrite.js';
import type {Mistake} from '../rule.js';
import {type Path, pointerOf, valueAt} from './json-pointer.js';
import {readDate} from './read-date.js';
import {fieldsOf, replyBody, valueKeyOf} from './reply-body.js';

export interface IgnoredField {
  readonly name: string;
  readonly path: Path;
  readonly pointer: string;
  readonly value: unknown;
  /** The valid fields at its location. */
  readonly known: readonly string[];
  /** The intended field; null if there is no equivalent. */
  readonly meant: string | null | undefined;
  readonly rule: 'zero-gift' | 'date-defaulted' | 'preferred-not-set' | 'empty-element' | 'unknown-body-field';
}

type Found = Omit<IgnoredField, 'rule'>;

/** The mistake of a field whose value was intended for another one. @param effect continues "is ignored" */
export const meantFor = (field: string, {name, pointer, value}: IgnoredField, effect = ''): Mistake => ({
  where: pointer,
  got: shown(value),
  nearest: field,
  message: `"${shown(name)}" is ignored${effect}; did you mean ${field}?`,
  fix: `Send ${field} instead of ${shown(name)}.`,
});

const preferring = new Set(['is_primary', 'primary', 'preferred']);

const money = /amount|total|value|price|sum/i;

const isPositive = (value: unknown): boolean =>
  (typeof value === 'number' || (typeof value === 'string' && /^\d{1,15}(?:\.\d{1,10})?$/.test(value))) &&
  Number(value) > 0;

/** True for an amount under an unknown name in a gift without an amount. */
function isLostAmount({path, value, meant, name}: Found, exchange: FullExchange): boolean {
  const {operation, status, body} = exchange;
  const isCreated = operation!.id.startsWith('createGift');
  const isJudged = status === 200 || status === 422;
  if (!isJudged || path.length !== 1 || !isPositive(value) || !(isCreated || operation!.id === 'updateGift')) {
    return false;
  }
  const isAmount = meant === 'received_amount' || money.test(name);
  return (
    isAmount &&
    Number(fieldsOf(body)['received_amount'] ?? 0) === 0 &&
    (!isCreated || status === 422 || replyBody(exchange)['received_amount'] === 0)
  );
}

/** The field that defaulted to today, because the body has its date under an unknown name. */
export function defaultedDate({path, value, meant, known}: Found, exchange: FullExchange): string | undefined {
  const {operation, status, body, at} = exchange;
  if (operation!.method !== 'POST' || status !== 200 || path.length !== 1 || readDate(value) === undefined) {
    return undefined;
  }
  const today = at.slice(0, 10);
  const reply = replyBody(exchange);
  const defaulted = known.filter(field => fieldsOf(body)[field] === undefined && reply[field] === today);
  const field = meant ?? 'original_date';
  return defaulted.includes(field) ? field : undefined;
}

function isInEmptyElement({path, meant}: Found, {body, operation}: FullExchange): boolean {
  const parent = path.slice(0, -1);
  const key = valueKeyOf(operation!, parent);
  return key !== undefined && meant === key && fieldsOf(valueAt(body, parent))[key] === undefined;
}

function ruleFor(found: Found, exchange: FullExchange): IgnoredField['rule'] {
  if (preferring.has(found.name) && found.known.includes('is_preferred')) {
    return 'preferred-not-set';
  }
  if (isLostAmount(found, exchange)) {
    return 'zero-gift';
  }
  if (defaultedDate(found, exchange) !== undefined) {
    return 'date-defaulted';
  }
  return exchange.status === 200 && isInEmptyElement(found, exchange) ? 'empty-element' : 'unknown-body-field';
}

/** The fields of a body that had no effect, each assigned to exactly one rule. @param rule default: all */
export function ignoredFields(exchange: FullExchange, rule?: IgnoredField['rule']): readonly IgnoredField[] {
  if (exchange.issues.ignored.length === 0 || exchange.body === undefined || exchange.operation?.body === undefined) {
    return [];
  }
  const all = ignoredFieldsOf(exchange);
  return rule === undefined ? all : all.filter(found => found.rule === rule);
}

const ignoredFieldsOf = memoizeWeakly((exchange: FullExchange): readonly IgnoredField[] => {
  const ignored = exchange.issues.ignored.filter(issue => issue.in === 'body' && issue.code === 'unknown-field');
  return ignored.map(({path, known = []}) => {
    const name = String(path.at(-1));
    const value = valueAt(exchange.body, path);
    const found = {name, path, pointer: pointerOf(path), value, known, meant: fieldMeant(name, known)};
    return {...found, rule: ruleFor(found, exchange)};
  });
});
