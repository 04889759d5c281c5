import type * as z from 'zod';
import type {FullExchange} from '../../exchanges/exchange.js';
import type {Issue} from '../../schema/issue.js';
import {isMissing} from '../../schema/items.js';
import {unwrap} from '../../schema/parse-body.js';
import {defaultedDate, type IgnoredField, ignoredFields} from '../fields/ignored-fields.js';
import {isFree, type Path, replaced, valueAt} from '../fields/json-pointer.js';
import {readDate} from '../fields/read-date.js';
import {listOf, lookupOf, madeNames, nearestKnown, referenceOf} from '../fields/references.js';
import {fieldsOf, rowsOf, valueKeys} from '../fields/reply-body.js';
import type {RequestToSend} from '../finding.js';
import {parametersOf, pathOf, pathWith} from '../rewrite.js';
import {emptyElements} from '../rules/bodies/empty-element.js';
import {appendedTwins} from '../rules/bodies/patch-appended-twin.js';
import {isWrapper, nearestField} from '../rules/bodies/unknown-body-field.js';
import {decodedQuery} from '../rules/filters/encoded-twice.js';
import {MeantRead} from '../rules/searches/corrected-read.js';
import type {Session} from '../session.js';
import {meantPath} from './paths.js';

/** The one request that corrects all known mistakes of a request; undefined if there is none. */
export function corrected(exchange: FullExchange, session: Session): RequestToSend | undefined {
  const {operation, method} = exchange;
  if (operation === undefined) {
    const path = meantPath(exchange, session.catalog)?.request;
    return path === undefined || !['GET', 'DELETE'].includes(method) // the body of a write was not parsed
      ? undefined
      : {method, path: pathWith(path, parametersOf(exchange))};
  }
  if (operation.method === 'GET') {
    return new MeantRead({...exchange, query: decodedQuery(exchange)}, session).proposal().request?.();
  }
  const path = pathWith(pathOf(exchange), parametersOf(exchange));
  if (exchange.body === undefined) {
    return {method: operation.method, path};
  }
  const body = correctedBody(exchange, session);
  return Object.keys(fieldsOf(body)).length === 0 ? undefined : {method: operation.method, path, body};
}

/** Undefined if a value would be lost that the client meant and that cannot be converted. */
function correctedBody(exchange: FullExchange, session: Session): unknown {
  const {ignored, refused} = exchange.issues;
  const issues = [...ignored, ...refused].filter(issue => issue.in === 'body');
  if (issues.some(({code}) => code === 'more' || code === 'blank')) {
    return undefined; // the fields or their values are unknown
  }
  let body = exchange.body;
  for (const field of ignoredFields(exchange)) {
    body = body && withoutIgnored(body, field, exchange);
  }
  for (const issue of issues.filter(({code}) => code !== 'unknown-field').toReversed()) {
    body = body && withoutIssue(body, issue, exchange, session);
  }
  if (body === undefined) {
    return undefined;
  }
  for (const name of exchange.status === 200 ? madeNames(exchange, session) : []) {
    body = replaced(body, [name], name, nearestKnown([name], exchange, session) ?? valueAt(body, [name]));
  }
  for (const path of emptyElements({...exchange, body}).toReversed()) {
    body = replaced(body, path, undefined, undefined);
  }
  const twins = appendedTwins(exchange);
  if (twins.some(({isOnly}) => !isOnly)) {
    return undefined; // the others would be removed
  }
  return {...fieldsOf(body), ...Object.fromEntries(twins.map(({kind}) => [`remove_previous_${kind}`, true]))};
}

function withoutIgnored(body: unknown, field: IgnoredField, exchange: FullExchange): unknown {
  const {name, path, value, rule} = field;
  if (isWrapper(field)) {
    return {...fieldsOf(replaced(body, path, undefined, undefined)), ...fieldsOf(value)};
  }
  const target =
    rule === 'zero-gift' ? 'received_amount' : (defaultedDate(field, exchange) ?? nearestField(field, exchange));
  if (target === undefined || (rule !== 'zero-gift' && !isFree(body, [...path.slice(0, -1), target]))) {
    return replaced(body, path, undefined, undefined);
  }
  const sent = rule === 'zero-gift' && /cents|minor/i.test(name) ? Number(value) / 100 : value;
  const meant = acceptedBy([...path.slice(0, -1), target], sent, exchange);
  return meant === undefined ? undefined : replaced(body, path, target, meant);
}

function withoutIssue(body: unknown, {path, code, message}: Issue, exchange: FullExchange, session: Session): unknown {
  const name = String(path.at(-1));
  const parent = path.slice(0, -1);
  const value = valueAt(body, path);
  const reference = referenceOf(exchange.operation!, path, session);
  const isUnset = (field: string | undefined) => field !== undefined && isFree(body, [...parent, field]);
  if (code === 'overruled') {
    return replaced(body, [...parent, reference?.id ?? name], undefined, undefined);
  }
  if (code === 'unknown-name') {
    const near = nearestKnown(path, exchange, session);
    return near === undefined ? undefined : replaced(body, path, name, near);
  }
  if (code === 'unknown-id') {
    const rows = reference === undefined ? [] : rowsOf(exchange.before, reference.to);
    const instead = reference !== undefined && listOf(reference.to, session) === undefined && isUnset(reference.name);
    return instead ? replaced(body, path, reference.name, rows[0]?.['name']) : undefined;
  }
  if (message.startsWith('is required')) {
    const [field, filled] = filledIn(name, exchange, session) ?? [];
    return field === undefined || parent.length > 0
      ? body
      : {...fieldsOf(body), ...(isMissing(valueAt(body, [field])) && {[field]: filled})};
  }
  if (reference?.id === name && typeof value === 'string' && isUnset(reference.name)) {
    return replaced(body, path, reference.name, value); // a name in an id field
  }
  const accepted = acceptedBy(path, value, exchange);
  return accepted === undefined ? undefined : replaced(body, path, name, accepted);
}

/** A field that the service requires, with a plausible value. */
function filledIn(name: string, exchange: FullExchange, session: Session): readonly [string, unknown] | undefined {
  const reference = referenceOf(exchange.operation!, [name], session);
  const {org_name, last_name} = fieldsOf(exchange.body);
  if (reference?.name !== undefined) {
    const row = rowsOf(exchange.before, reference.to).find(({id}) => id === reference.whereNotRequired);
    return row && [reference.name, lookupOf(row, reference)];
  }
  if (name.endsWith('_date') || name === 'date') {
    return [name, exchange.at.slice(0, 10)];
  }
  if (name === 'email_addresses') {
    return [name, []];
  }
  const isNamed = typeof (org_name ?? last_name) === 'string' && ['first_name', 'last_name'].includes(name);
  return isNamed ? [name, org_name ?? ''] : undefined;
}

const yes = /^(?:true|yes|y|1|on|org(?:ani[sz]ation)?|company)$/i;
const no = /^(?:false|no|n|0|off|individual|person)$/i;

/** The words for numbers in a field. */
const words: Readonly<Record<string, readonly string[]>> = {rsvp: ['', 'yes', 'no', 'maybe', 'unknown']};

/** Converts a value to a form that a field accepts; undefined if that is not possible. */
function acceptedBy(path: Path, value: unknown, {operation}: FullExchange): unknown {
  const schema = path.reduce<z.ZodType | undefined>(
    (outer, step) => outer && fieldOf(unwrap(outer), step),
    operation!.body as z.ZodType,
  );
  const text = typeof value === 'string' ? value.trim() : undefined;
  const written = typeof value === 'object' ? '' : String(value);
  const word = text === undefined ? -1 : (words[String(path.at(-1))]?.indexOf(text.toLowerCase()) ?? -1);
  const others = [
    ...(text === undefined ? [] : [text.replaceAll(/[$€£,\s]/g, '')]),
    ...(yes.test(written) ? [true] : no.test(written) ? [false] : []),
    ...(typeof value === 'number' ? [String(value)] : []),
  ];
  const key = valueKeys[String(path.at(-1))];
  const element = key === undefined ? [] : [[{[key]: value}]]; // of an array of addresses
  const candidates = [...(word > 0 ? [word] : []), value, readDate(value), ...others, ...element];
  return candidates.find(one => one !== undefined && one !== '' && schema?.safeParse(one).success === true);
}

function fieldOf(schema: z.ZodType, step: string | number): z.ZodType | undefined {
  const {shape, element} = schema as {shape?: Readonly<Record<string, z.ZodType>>; element?: z.ZodType};
  return typeof step === 'number' ? element : shape?.[step];
}
