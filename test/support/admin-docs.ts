interface AdminDocs {
  /** Descriptions of parameters that no type of the library has. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Errors that are specific to this operation. */
  readonly errors?: string;
}

const state = 'a state: `request:142`, `before:142`, `baseline` or the name of a snapshot';
const missingState = '404 if there is no such state, 409 if it is no longer stored';
const noRequest = '404 if the journal does not have the request';

/** Descriptions of admin operations that `src/admin` does not contain. */
export const adminDocs: Readonly<Record<string, AdminDocs>> = {
  reset: {
    parameters: {
      keep: 'what the reset does not clear: `requests`, `faults` or both, separated by a comma',
      to: 'default: `baseline`; `empty` leaves the lookup lists only',
    },
  },
  saveSnapshot: {
    parameters: {name: 'the name of the snapshot', of: `${state}; default: the current state`},
    errors: '404 and 409 for `of`, 422 for an invalid name, an invalid file, or more than 1,000 snapshots',
  },
  showSnapshot: {parameters: {name: 'the name of the snapshot'}, errors: '404 if there is no such snapshot'},
  restoreSnapshot: {parameters: {name: 'the name of the snapshot'}, errors: '404 if there is no such snapshot'},
  deleteSnapshot: {parameters: {name: 'the name of the snapshot'}, errors: '404 if there is no such snapshot'},
  seed: {
    parameters: {
      $schema: 'for editors; ignored',
      seed: 'the seed of the generated data',
      seed_until: 'the last day of the generated data',
      profile: 'the amount of generated data',
      constituents: 'the number of generated constituents, instead of `profile`',
      records: 'records to load, by kind, instead of generated data: see [states.md](../test/states.md)',
      mode: 'for `records`; default: `merge`',
      baseline: 'whether a reset returns to the result; in the default account, new accounts also start from it',
    },
  },
  setClock: {
    parameters: {
      mode: "`machine` follows the machine's clock",
      now: 'the new time',
      advance: 'an ISO 8601 duration, such as `P1D` or `-PT2H`',
      tick: 'the step by which each write advances a frozen clock, such as `PT1S`; null turns it off',
    },
  },
  createAccount: {
    parameters: {
      name: 'the name; the key is `sbx_<name>`. Default: `account-1` and so on',
      from: 'the initial state; default: `baseline`',
      assume: 'assumptions for this account: see [assumptions.md](assumptions.md#switches)',
      ttl: 'the account expires after this time',
    },
    errors: '404 if `from` does not exist, 409 if the name is taken or there are 100,000 accounts',
  },
  deleteAccount: {
    parameters: {name: 'the name of the account'},
    errors: '404 if there is no such account, 422 for `default`',
  },
  showDiff: {
    parameters: {from: `${state}; default: \`baseline\``, to: `${state}; default: the current state`},
    errors: missingState,
  },
  setFaults: {
    parameters: {
      rules: 'a list of rules, in object or short form: see [faults.md](../test/faults.md)',
      scenario: 'the name of a scenario, or a list of names',
    },
    errors: '400 for an invalid rule',
  },
  addFaults: {
    parameters: {
      rules: 'a list of rules; the body can also be a single rule',
      scenario: 'the name of a scenario, or a list of names',
    },
    errors: '400 for an invalid rule',
  },
  deleteFault: {parameters: {id: 'the id of the rule'}, errors: '404 if there is no such rule'},
  setOverrides: {parameters: {overrides: 'the rules: see [overrides.md](../test/overrides.md)'}},
  showRequestDiff: {parameters: {seq: 'the number of the request'}, errors: missingState},
  readAccount: {
    parameters: {
      path: 'a path without `/api/v1`, such as `/gifts?limit=5`',
      as_of: `${state}; default: the current state`,
    },
    errors: `${missingState}; otherwise, the statuses of the operation`,
  },
  nameRecords: {
    parameters: {
      records: 'kinds and ids, separated by commas: `gifts/894505,funds/2395`',
      as_of: `${state}; default: the current state`,
    },
    errors: missingState,
  },
  restoreState: {parameters: {to: state}, errors: missingState},
  verify: {
    parameters: {method: 'the HTTP method'},
    errors:
      '409 if the expectation is not met, with the near misses; 429 if 1,000 verifications already wait; 503 if the ' +
      'sandbox stops',
  },
  listRequests: {
    parameters: {
      method: 'the HTTP method',
      changed: '`true` for requests that changed data, `false` for all others',
      format: '`json` or `har`; default: `json`',
    },
  },
  showRequest: {parameters: {seq: 'the number of the request'}, errors: noRequest},
  showRequestAsCurl: {parameters: {seq: 'the number of the request'}, errors: noRequest},
  replayRequest: {
    parameters: {
      seq: 'the number of the request',
      fork: '`true` sends the request to a new account with the data from before the request',
    },
    errors: `${noRequest}, 409 if it cannot be sent again`,
  },
  setMark: {
    parameters: {name: 'the name of the mark', end: 'ends the mark with this name'},
  },
  streamRequests: {errors: '503 if 64 streams are open'},
  showInterception: {errors: '404 without `--intercept`'},
};
