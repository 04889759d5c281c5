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

/** What a server is asked for until it answers. */
export const askedFirst = ({paths}: Contestant): AskedFor => ({method: 'GET', path: paths.page(1), headers});

/** What the bench asks every contestant for, by the name of the scenario. */
export const scenarios = {
  'get one': ({paths}: Contestant, ids: readonly number[]): AskedFor[] =>
    ids.map(id => ({method: 'GET', path: paths.one(id), headers})),
  'list a page of 25': ({paths}: Contestant): AskedFor[] => [{method: 'GET', path: paths.page(25), headers}],
  'create a gift': ({paths}: Contestant, ids: readonly number[]): AskedFor[] =>
    ids.map(id => ({
      method: 'POST',
      path: paths.gifts(id),
      headers: {...headers, 'content-type': 'application/json'},
      body: gift,
    })),
} as const;

export type Scenario = keyof typeof scenarios;
