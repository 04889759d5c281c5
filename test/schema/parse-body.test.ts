import test from 'ava';
import {ApiError} from '../../src/errors.js';
import {body, integer, listOf, text} from '../../src/schema/fields.js';
import {Issues} from '../../src/schema/issues.js';
import {parseBody} from '../../src/schema/parse-body.js';

const schema = body({
  name: text,
  size: integer.nullish(),
  parts: listOf(body({id: integer, labels: listOf(text).nullish()})).nullish(),
});

function parse(raw: unknown) {
  const issues = Issues.none();
  const read = parseBody(schema, raw, issues);
  let description = '';
  try {
    issues.throwIfRefused();
  } catch (error) {
    description = (error as ApiError).description;
  }
  return {read, description};
}

test('unknown fields are omitted, and __proto__ does not change the prototype', t => {
  const {read, description} = parse(JSON.parse('{"name":"a","colour":"red","__proto__":{"size":3},"constructor":1}'));
  t.is(description, '');
  t.deepEqual(read, {name: 'a'});
  t.is((read as {size?: number}).size, undefined);
});

test('every issue is reported with its path, at any depth', t => {
  const {description} = parse({size: 'big', parts: [{id: 1}, {id: null, labels: ['x', 5]}, 7]});
  t.is(
    description,
    'name: is required; size: must be an integer, got "big"; parts[1].id: must be an integer, got null; ' +
      'parts[1].labels[1]: must be a string, got 5; parts[2]: must be an object, got 7',
  );
});

test('valid fields are returned despite issues in others', t => {
  const {read} = parse({size: 3, parts: [{id: 'x', labels: ['a']}, {id: 2}]});
  t.deepEqual(read, {size: 3, parts: [{labels: ['a']}, {id: 2}]} as unknown as typeof read);
});

test('thousands of issues are counted, and only the first are listed', t => {
  const {description} = parse({name: 'a', parts: Array.from({length: 5000}, () => 0)});
  t.true(description.length < 5000);
  t.regex(description, /; and 4,980 more$/);
});

test('issues quote invalid values, truncated', t => {
  const {description} = parse({name: {secret: 1}, size: 'x'.repeat(1000)});
  t.regex(description, /^name: must be a string, got an object; size: must be an integer, got "x{50,60}\.\.\.$/);
});

test('throwIfRefused() throws a 422 that lists the issues', t => {
  const issues = Issues.none();
  issues.at('groups').at(0).refuse('group_id', 'is required');
  const error = t.throws(() => issues.throwIfRefused(), {instanceOf: ApiError});
  t.is(error.status, 422);
  t.is(error.description, 'groups[0].group_id: is required');
});
