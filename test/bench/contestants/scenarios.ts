import {type Contestant, headers} from './contestant.js';

/** A gift, as the README gives one. */
const gift = JSON.stringify({
  gift_type_name: 'Gift',
  received_amount: '250',
  received_date: '2025-12-24',
  fund_name: 'Unrestricted (sample)',
});

export interface AskedFor {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export type MakeRequests = (contestant: Contestant, ids: readonly number[]) => readonly AskedFor[];

const get = (path: string): AskedFor => ({method: 'GET', path, headers});

/** What a server is asked for until it answers. */
export const askedFirst = ({paths}: Contestant): AskedFor => get(paths.page(1));

/** What the bench asks every contestant for, by the name of the scenario. */
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
