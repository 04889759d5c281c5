import {isIP} from 'node:net';
import {withoutPort} from '../hosts.js';
import {builtin, replace} from '../replace.js';
import {decide, failure} from './decide.js';
import type {Run} from './setting.js';

type Owner = Record<string, unknown>;

const why = 'its address is not asked for: connect to it by its name';

const queries = /^(?:lookup|lookupService|resolve\w*|reverse)$/;

const addressQueries = ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny'];

/**
 * Rejects queries for the addresses of intercepted hosts, because a client would connect to an address without a name.
 * Isolated runs reject every query for another host. Redirected connections need no lookup.
 */
export function refuseNames(runs: readonly Run[]): void {
  const dns = builtin<typeof import('node:dns')>('node:dns');
  const withCallback = [dns, dns.Resolver.prototype] as unknown as Owner[];
  const withPromise = [dns.promises, dns.promises.Resolver.prototype] as unknown as Owner[];
  for (const owner of [...withCallback, ...withPromise]) {
    const isPromised = withPromise.includes(owner);
    for (const query of Object.getOwnPropertyNames(owner).filter(name => queries.test(name))) {
      replaceQuery(owner, query, isPromised, runs);
    }
    replaceSetServers(owner, runs);
  }
}

function replaceQuery(owner: Owner, query: string, isPromised: boolean, runs: readonly Run[]): void {
  replace(owner, query, (original, self, values) => {
    const callback = values.at(-1);
    const canRefuse = isPromised || typeof callback === 'function';
    const error = canRefuse ? errorFor(query, values[0], runs) : undefined;
    if (error === undefined) {
      return original.apply(self, values);
    }
    if (isPromised) {
      return Promise.reject(error);
    }
    process.nextTick(callback as (error: Error) => void, error);
    return {};
  });
}

/** Rejects DNS servers that the run may not reach. */
function replaceSetServers(owner: Owner, runs: readonly Run[]): void {
  replace(owner, 'setServers', (original, self, [servers, ...rest]) => {
    for (const server of Array.isArray(servers) ? servers : []) {
      const decision = decide(withoutPort(String(server)), undefined, runs);
      if (decision !== undefined) {
        throw failure(decision, why);
      }
    }
    return original.call(self, servers, ...rest);
  });
}

function errorFor(query: string, name: unknown, runs: readonly Run[]): Error | undefined {
  const isLiteral = query === 'lookup' && isIP(String(name)) !== 0;
  const decision = isLiteral ? undefined : decide(name, undefined, runs);
  const isIsolated = runs.some(({allowed}) => allowed !== undefined);
  return decision && (isIsolated || addressQueries.includes(query)) ? failure(decision, why) : undefined;
}
