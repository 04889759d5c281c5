import {generateRecords} from '../../fixtures/index.js';
import {body, oneOf} from '../schema/fields.js';
import type {AccountState} from '../store/account.js';
import type {Sandbox} from '../store/sandbox.js';
import {control} from './control-operation.js';
import {describeAccount} from './status.js';

const bare = new WeakMap<Sandbox, AccountState['records']>();

/** The lookup lists that every account has, and nothing else; made once for each sandbox. */
function bareRecords(sandbox: Sandbox): AccountState['records'] {
  const records = bare.get(sandbox) ?? generateRecords({seed: sandbox.seed, constituents: 0});
  bare.set(sandbox, records);
  return records;
}

export const operations = [
  control({
    id: 'reset',
    method: 'POST',
    path: '/_sandbox/reset',
    summary: 'Back to the state the account started from, or to a bare account',
    body: body({to: oneOf(['baseline', 'empty']).optional()}),
    takesAll: true,
    handle: ({account, accounts, sandbox, body: {to = 'baseline'}}) => {
      for (const each of accounts) {
        const {baseline} = each;
        each.switchTo(to === 'baseline' ? baseline : {records: bareRecords(sandbox), clock: baseline.clock});
      }
      return describeAccount(account, sandbox);
    },
  }),
];
