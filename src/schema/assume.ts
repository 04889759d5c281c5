import * as z from 'zod';
import {type Assume, readAssume, switches} from '../settings.js';
import {must, quote} from './fields.js';

const values = Object.fromEntries(
  Object.entries(switches).map(([name, {values}]) => [name, z.enum(values, must(`one of ${values.join(', ')}`))]),
);

const named = z.strictObject(values, {
  error: issue =>
    issue.code === 'unrecognized_keys'
      ? `unknown ${issue.keys.map(quoteIfOdd).join(', ')}; it takes ${Object.keys(values).join(', ')}, observed and contract`
      : `must be an object such as {keyword_delete: "permanent"}, or a text such as "observed", got ${quote(issue.input)}`,
});

const quoteIfOdd = (name: string) => (/^\w{1,60}$/.test(name) ? name : quote(name));

/** Accepts assumptions by name or in the form of the command line. */
export const assumeForm = z.preprocess(
  value => (typeof value === 'string' || Array.isArray(value) ? readAssume(value as Assume) : value),
  named.partial(),
);
