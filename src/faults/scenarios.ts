import type {FaultRule} from './rules/fault-rule.js';

/** Rules in short form or as objects. */
export type GivenRules = ReadonlyArray<string | FaultRule>;

export interface Scenario {
  readonly about: string;
  readonly rules: GivenRules;
}

export const scenarios = {
  'lost-gift': {
    about: 'the response to the first gift is lost; the gift is stored',
    rules: [{id: 'lost-gift', operation: 'createGift', nth: 1, fault: {lost: true}}],
  },
  'flaky-1-in-20': {
    about: 'one request in twenty gets a 503',
    rules: [{id: 'flaky-1-in-20', operation: '*', probability: 0.05, fault: {status: 503, retry_after: 1}}],
  },
  'outage-5m': {
    about: "503 for five minutes of the account's clock, from the first request",
    rules: [{id: 'outage-5m', operation: '*', fault: {status: 503, retry_after: 30}, lasts: 300_000}],
  },
  'throttle-hard': {
    about: 'five requests per minute and key, then 429',
    rules: [{id: 'throttle-hard', operation: '*', fault: {rate_limited: {n: 5, window: 60_000}}}],
  },
  'slow-tail': {
    about: 'half of the responses take up to 20 ms, one in a hundred takes 2 s or longer',
    rules: [{id: 'slow-tail', operation: '*', fault: {delay: {lognormal: {median: 20, p99: 2000}}}}],
  },
  'deploy-502': {
    about: "after ten requests, five responses are the gateway's 502 page",
    rules: [{id: 'deploy-502', operation: '*', after: 10, times: 5, fault: {status: 502}}],
  },
} as const satisfies Readonly<Record<string, Scenario>>;

export const scenarioNames: readonly string[] = Object.keys(scenarios);
