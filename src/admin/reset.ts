import {generateRecords} from '../../fixtures/index.js';
import type {Sandbox} from '../accounts/sandbox.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import {body, oneOf} from '../schema/fields.js';
import {memoizeWeakly} from '../store/memoize-weakly.js';
import {adminOperation} from './admin-operation.js';
import {describeAccount} from './status.js';

/** The lookup lists that every account has, and nothing else. */
const bareRecords = memoizeWeakly((catalog: Catalog) =>
  memoizeWeakly((sandbox: Sandbox) => generateRecords(catalog, {seed: sandbox.seed, constituents: 0})),
);

export const operations = [
  adminOperation({
    id: 'reset',
    method: 'POST',
    path: '/_sandbox/reset',
    summary: 'Back to the state the account started from, or to a bare account',
    body: body({to: oneOf(['baseline', 'empty']).optional()}),
    takesAll: true,
    handle: ({account, accounts, sandbox, catalog, body: {to = 'baseline'}}) => {
      for (const each of accounts) {
        const {baseline} = each;
        each.replaceState(
          to === 'baseline' ? baseline : {records: bareRecords(catalog)(sandbox), clock: baseline.clock},
        );
      }
      return describeAccount(account, sandbox);
    },
  }),
];
