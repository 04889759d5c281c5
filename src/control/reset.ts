import {generateRecords} from '../../fixtures/index.js';
import {body, oneOf} from '../schema/fields.js';
import {onceFor} from '../store/once-for.js';
import type {Sandbox} from '../store/sandbox.js';
import {control} from './control-operation.js';
import {describeAccount} from './status.js';

/** The lookup lists that every account has, and nothing else. */
const bareRecords = onceFor((sandbox: Sandbox) => generateRecords({seed: sandbox.seed, constituents: 0}));

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
