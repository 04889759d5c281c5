import {decided, type Section} from './assumption.js';

export const listenerAnswers = decided(
  "response of an account's listener",
  "`POST /integrations/{uuid}/listener`: 200 with the body of a DELETE's result. An unknown uuid: 404; no field, or neither a form (a file counts by its name) nor JSON: 400; over 64 KiB: 413; over 200 fields, or a field with an object in it: 422",
);

export const accounts: Section = {
  title: 'Accounts and data',
  assumptions: [
    listenerAnswers,
    decided(
      "an account's uuid",
      'derived from the seed and the account name. Submissions create no records; `GET /_sandbox/submissions` lists the latest hundred, until a reset, restore or seed',
    ),
    decided('named keys', 'share the account `default`'),
    decided(
      '`sbx_<name>`',
      'up to 64 letters, digits, `.`, `_` and `-`; up to 100,000 accounts, and no new one when 75 % of the heap is in use: 403',
    ),
    decided(
      'generated data',
      "depends only on the seed and the number of constituents; ends on 2026-01-01, unless `--seed-until` sets another day, or `now` for the day of the account's clock",
    ),
    decided(
      'clock',
      "the machine's, unless `--now` freezes it; each account can freeze, set and advance its own. It determines all timestamps, today, lapsed constituents and, while frozen, the header `Date`",
    ),
    decided(
      'lists that the contract only mentions',
      'street and web addresses, team members, types and relationship types can be read, and addresses written, like other lists',
    ),
  ],
};

/** Records that a tester provides. */
export const loading: Section = {
  title: 'Loading records',
  intro: 'The service cannot load records: the sandbox defines this. [states.md](../test/states.md) has the formats.',
  assumptions: [
    decided(
      'values in a record',
      '`id` (up to 999,999,999,999), timestamps and derived names are kept; all others are set as on create',
    ),
    decided(
      'required fields',
      'as on create, except those that a response can show as null; a constituent needs `last_name`, `first_name` or `org_name`',
    ),
    decided('existing id', 'the record is replaced; arrays in the new record replace the old ones'),
    decided('reference to a missing record', 'creates it if both id and name are given; otherwise rejected'),
    decided('unknown field or list', '422, with or without `--strict`'),
    decided('invalid record', 'rejects all records; each error has the path below `records`'),
    decided(
      '`"mode": "replace"`',
      'removes all constituents with their records, and each lookup list that `records` names',
    ),
  ],
};
