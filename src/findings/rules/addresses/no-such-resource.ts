import type {FullExchange} from '../../../exchanges/exchange.js';
import {nearestPath} from '../../../operations/nearest-path.js';
import {isPath, movedTo, pathOf, rightBase, shown, stepsOf} from '../../rewrite.js';
import {example, type FindingRule, type Mistake} from '../../rule.js';
import type {Session} from '../../session.js';

/** Paths that clients look for under other names; null if there is no equivalent. */
const resources: Readonly<Record<string, string | null>> = {
  constituent: 'constituents',
  payments: 'constituents/{id}/gifts',
  gifts: 'gifts/search',
  relationships: 'constituent_relationships',
  acknowledgment_templates: 'mailing_templates',
  goals: null,
  metadata: null,
  keywords: null,
};

const isNested = (steps: readonly string[]) =>
  steps.length === 4 && steps[0] === 'constituents' && /^\d+$/.test(steps[3]!);

/** The intended path; null if there is no equivalent. */
function meant(exchange: FullExchange, steps: readonly string[], {catalog}: Session): string | null | undefined {
  const [first = '', ...rest] = steps;
  if (Object.hasOwn(resources, first)) {
    const resource = resources[first];
    if (resource === null || resource === undefined) {
      return null;
    }
    const path = `/api/v1/${[resource, ...rest].join('/')}`;
    return isPath(path, catalog) ? path : `/api/v1/${resource}`;
  }
  const templates = catalog.operations.map(({path}) => path);
  return nearestPath(pathOf(exchange), templates, '/api/v1');
}

export const noSuchResource: FindingRule = {
  id: 'no-such-resource',
  axis: 'addresses',
  level: 'error',
  what: 'A 404 at a path under `/api/v1` that no resource has.',
  why: 'Nothing is there, and there never will be: it is no record that is missing.',
  turnOff: 'Where a client tries paths to see what a service offers.',
  bad: example('/api/v1/constituent/959400'),
  good: example('/api/v1/constituents/959400'),
  reads: operation => operation === undefined,
  inspect: (exchange, session) => {
    const steps = exchange.status === 404 ? stepsOf(exchange) : undefined;
    if (steps === undefined || isNested(steps) || rightBase(exchange, session.catalog) !== undefined) {
      return undefined;
    }
    const right = meant(exchange, steps, session);
    const near = right ?? undefined;
    const isWhole = near !== undefined && !near.includes('{');
    const mistake: Mistake = {
      where: '',
      got: shown(pathOf(exchange)),
      ...(near !== undefined && {nearest: near}),
      message: `there is no such resource${near === undefined ? '' : `; did you mean ${shown(near)}?`}`,
      fix:
        near === undefined
          ? 'Leave it out: nothing of the kind is offered. /docs lists what is.'
          : `Send it to ${shown(near)}.`,
      ...(isWhole && movedTo(exchange, near)),
    };
    return [mistake];
  },
};
