import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {pipeline} from 'node:stream/promises';
import {assumedBeside} from '../../accounts/kept-account.js';
import type {TraceHead, TraceOptions} from '../../exchanges/trace/format.js';
import {traceFormat, traceVersion} from '../../exchanges/trace/limits.js';
import {settingsOf} from '../../settings.js';
import {version} from '../../version.js';
import type {StartOptions} from '../start-options.js';

export interface Started {
  readonly options: StartOptions;
  readonly seed: number;
  readonly clock: TraceHead['clock'];
  readonly hadData: boolean;
}

/** Returns the first line of a trace. It contains no key, port or address. */
export async function traceHead({options, seed, clock, hadData}: Started): Promise<TraceHead> {
  return {
    format: traceFormat,
    version: traceVersion,
    sandbox: version,
    seed,
    options: await optionsOf(options),
    clock,
    ...(hadData && {missing: {data: true}}),
  };
}

async function optionsOf(options: StartOptions): Promise<TraceOptions> {
  const {
    profile,
    constituents,
    from,
    seedUntil,
    maxLimit,
    strict,
    rateLimit,
    cors,
    allowHosts = [],
    intercept,
  } = options;
  const hosts = [...allowHosts, ...(intercept?.hosts ?? [])]; // a replay receives the same host names
  const assume = assumedBeside(settingsOf(), settingsOf(options)) as Record<string, string>;
  const told: {readonly [name in keyof TraceOptions]: TraceOptions[name] | undefined} = {
    profile,
    constituents,
    from: from === undefined ? undefined : {file: from, sha256: await digestOf(from)},
    seedUntil,
    assume: Object.keys(assume).length === 0 ? undefined : assume,
    maxLimit,
    strict: strict || undefined,
    rateLimit,
    cors: cors || undefined,
    allowHosts: hosts.length === 0 ? undefined : hosts,
  };
  return Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
}

/** Returns a digest of a snapshot file. @throws the system's own error */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}
