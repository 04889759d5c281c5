import type {FullExchange} from '../../../exchanges/exchange.js';
import {termMeant} from '../../../operations/aliases.js';
import {maxIssues} from '../../../schema/issues.js';
import {nearest} from '../../../schema/nearest.js';
import {joined, shown} from '../../rewrite.js';
import {type FindingRule, fine, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';
import {type IgnoredParameterRule, ignoredParameters, kindOfPath} from '../../terms.js';
import {MeantRead} from '../searches/corrected-read.js';

type Judge = (
  name: string,
  near: string | undefined,
  exchange: FullExchange,
  session: Session,
) => Partial<Mistake> & Pick<Mistake, 'message' | 'fix'>;

/** Creates the mistakes of a rule about ignored parameters. @param mistakeOf receives the intended parameters */
export const ignoredMistakes =
  (rule: IgnoredParameterRule, mistakeOf: Judge): NonNullable<FindingRule['inspect']> =>
  (exchange, session) => {
    const ignored = ignoredParameters(exchange, rule);
    if (ignored === undefined || ignored.length === 0) {
      return ignored && fine;
    }
    const read = new MeantRead(exchange, session);
    return joined(ignored).map(([name, ...values], index) => {
      const meant = index < maxIssues ? read.nearest([name, ...values]) : undefined; // further ones are only counted
      return {
        where: name,
        got: shown(values.join(', ')),
        nearest: meant,
        ...mistakeOf(name, meant && shown(meant), exchange, session),
      };
    });
  };

/** The advice for a filter that a list does not support: the field of its items with the value. */
export function comparison({operation}: FullExchange, name: string, {catalog}: Session): string {
  const search = catalog.operations.find(({path}) => path === `/api/v1/${kindOfPath(operation!)}/search`);
  const [meant = name] = (search && termMeant(search.id, name))?.split('=') ?? [];
  const stem = meant.replace(/(?:_from|_to|s)$/, '');
  const fields = 'schema' in operation!.reply ? Object.keys(operation!.reply.schema.shape) : [];
  const field =
    fields.find(one => one === stem || stem.endsWith(`_${one}`) || one.startsWith(`${stem}_`)) ?? nearest(stem, fields);
  return `this list has no filter: ${field === undefined ? 'look through its items' : `compare "${field}"`} in the client`;
}
