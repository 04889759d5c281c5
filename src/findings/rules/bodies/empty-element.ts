import type {FullExchange} from '../../../exchanges/exchange.js';
import {ignoredFields} from '../../fields/ignored-fields.js';
import {type Path, pointerOf, valueAt} from '../../fields/json-pointer.js';
import {addressKindAt, fieldsOf, valueKeys} from '../../fields/reply-body.js';
import {example, type FindingRule, type Mistake, patch} from '../../rule.js';

const arrays = Object.keys(valueKeys);

/** Paths of the addresses in a body: the body itself, or elements of its arrays. */
function elementsOf({operation, body}: FullExchange): Path[] {
  if (operation!.method === 'POST' && addressKindAt(operation!, []) !== undefined) {
    return [[]];
  }
  const fields = fieldsOf(body);
  return arrays
    .filter(array => Array.isArray(fields[array]) && Object.hasOwn(operation!.body?.shape ?? {}, array))
    .flatMap(array => (fields[array] as readonly unknown[]).slice(0, 100).map((_, index) => [array, index]));
}

/** Street addresses are useful without a street: a city alone is a location. */
const enough: Readonly<Record<string, readonly string[]>> = {
  street_addresses: ['city', 'postal_code', 'state', 'country', 'county'],
};

function isEmpty(path: Path, {operation, body}: FullExchange): boolean {
  const kind = addressKindAt(operation!, path)!;
  const element = fieldsOf(valueAt(body, path));
  const given = [valueKeys[kind]!, ...(enough[kind] ?? [])].some(name => String(element[name] ?? '').trim() !== '');
  return !given && typeof element['id'] !== 'number';
}

/** The paths of addresses without their value in a body. */
export const emptyElements = (exchange: FullExchange): readonly Path[] =>
  elementsOf(exchange).filter(path => isEmpty(path, exchange));

function mistakeOf(path: Path, exchange: FullExchange): Mistake {
  const kind = addressKindAt(exchange.operation!, path)!;
  const key = valueKeys[kind]!;
  const wrong = ignoredFields(exchange).find(
    ({path: at, meant}) => meant === key && pointerOf(at.slice(0, -1)) === pointerOf(path),
  );
  const thing = {
    email_addresses: 'an e-mail',
    phone_numbers: 'a phone number',
    street_addresses: 'a street address',
    web_addresses: 'a web address',
  }[kind];
  return {
    where: pointerOf(path),
    ...(wrong && {got: wrong.name}),
    nearest: key,
    message: `${thing} without "${key}" was stored${wrong === undefined ? '' : `; "${wrong.name}" is ignored, did you mean ${key}?`}`,
    fix: `Send ${key}${wrong === undefined ? ', or leave the element out' : ` instead of ${wrong.name}`}.`,
  };
}

export const emptyElement: FindingRule = {
  id: 'empty-element',
  axis: 'bodies',
  level: 'error',
  what: 'An e-mail address, phone number, street address or web address is created without its value.',
  why: 'The service stores an empty address. It is the preferred one, and mail to it goes nowhere.',
  turnOff: 'Never: nobody can use an empty address.',
  bad: example(
    patch('/api/v1/constituents/959403', {email_addresses: [{email: 'adolfo@example.org', email_type_name: 'Home'}]}),
  ),
  good: example(
    patch('/api/v1/constituents/959403', {email_addresses: [{address: 'adolfo@example.org', email_type_name: 'Home'}]}),
  ),
  only: 'accepted body',
  reads: operation => operation?.body !== undefined,
  inspect: exchange => {
    const elements = elementsOf(exchange);
    return elements.length === 0 ? undefined : emptyElements(exchange).map(path => mistakeOf(path, exchange));
  },
};
