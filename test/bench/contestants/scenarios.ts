import {type Contestant, headers} from './contestant.js';

/** The gift of the README. */
const gift = JSON.stringify({
  gift_type_name: 'Gift',
  received_amount: '250',
  received_date: '2025-12-24',
  fund_name: 'Unrestricted (sample)',
});

export interface ScenarioRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type MakeRequests = (contestant: Contestant, ids: readonly number[]) => readonly ScenarioRequest[];

const get = (path: string): ScenarioRequest => ({method: 'GET', path, headers});

/** The request that is repeated until a server responds. */
export const firstRequest = ({paths}: Contestant): ScenarioRequest => get(paths.page(1));

/** The requests that the bench sends to every contestant, by scenario. */
export const scenarios = {
  'get one': ({paths}, ids) => ids.map(id => get(paths.one(id))),
  'list a page of 25': ({paths}) => [get(paths.page(25))],
  'create a gift': ({paths}, ids) =>
    ids.map(id => ({
      method: 'POST',
      path: paths.gifts(id),
      headers: {...headers, 'content-type': 'application/json'},
      body: gift,
    })),
} as const satisfies Readonly<Record<string, MakeRequests>>;

export type Scenario = keyof typeof scenarios;
