import {parameterError} from '../errors.js';
import {quote} from '../schema/fields.js';
import {nearest} from '../schema/nearest.js';

/** `createGiftOfConstituent` without what it is of. */
const short = (id: string): string => id.split(/(?<=[a-z])Of(?=[A-Z])/, 1)[0]!;

/**
 * The id of the operation that a name stands for: its id, or that without what it is of where no other has the same,
 * `createGift` for `createGiftOfConstituent`.
 * @param of what the name is given for, which a refusal begins with: `operation`
 * @throws ApiError, a 400, where there is none, or several
 */
export function operationIdOf(name: string, ids: readonly string[], of = 'operation'): string {
  const fitting = ids.includes(name) ? [name] : ids.filter(id => short(id) === name);
  if (fitting.length > 1) {
    throw parameterError(`${of}: ${quote(name)} may be ${fitting.join(' or ')}; say which`);
  }
  const [id] = fitting;
  if (id === undefined) {
    const near = nearest(name, [...ids, ...new Set(ids.map(short))]);
    throw parameterError(
      `${of}: there is no ${quote(name)}${near === undefined ? '; /openapi.json lists all' : `; did you mean ${near}?`}`,
    );
  }
  return id;
}
