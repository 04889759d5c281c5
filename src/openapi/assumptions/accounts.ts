import {decided, type Section} from './assumption.js';

export const listenerAnswers = decided(
  'what the listener of an account answers',
  "`POST /integrations/{uuid}/listener`: 200 with the body of a DELETE's result; an unknown uuid: 404; no field, or what is neither a form (of a file, the name counts) nor JSON: 400; over 64 KiB: 413; over 200 fields, or a field with an object in it: 422",
);

export const accounts: Section = {
  title: 'Accounts and data',
  assumptions: [
    listenerAnswers,
    decided(
      "an account's uuid",
      'follows from the seed and the name of the account. What came is no record; `GET /_sandbox/submissions` shows the latest hundred, and a reset, a restore or a seed forgets them',
    ),
    decided('the named keys', 'share one account, `default`'),
    decided(
      '`sbx_<name>`',
      'letters, digits, `.`, `_` and `-`, 64 at most; 100,000 accounts at most, and none more once 75 % of the heap is in use, then 403',
    ),
    decided(
      'the seeded data',
      "follow from the seed and the number of constituents alone; they end on 2026-01-01, whatever the day, unless `--seed-until` names another one, or `now` for the day of the account's clock",
    ),
    decided(
      'the clock',
      "the machine's, unless frozen with `--now`; each account has its own, which can be frozen, set and advanced. Every timestamp, today, and who is lapsed follow it; where it stands still, so does the header `Date` of the account's replies",
    ),
    decided(
      'lists that the contract only refers to',
      'street and web addresses, team members, types and relationship types can be read, and addresses written, as those lists that it shows',
    ),
  ],
};

/** Records that a tester provides. */
export const loading: Section = {
  title: 'Loading records',
  intro:
    'The service has no such thing; these are choices about what it could have. [states.md](../test/states.md) has the shapes.',
  assumptions: [
    decided(
      'what a record brings itself',
      'is kept: `id` (up to 999,999,999,999), timestamps, derived names. The rest is made as on create',
    ),
    decided(
      'required fields',
      'as on create, but for what a reply may show as null; a constituent needs one of `last_name`, `first_name` and `org_name`',
    ),
    decided('an id that is taken', 'that record is replaced: the arrays that it gives go in place of those before'),
    decided(
      'what is referred to and is not there',
      'is made, where both its id and its name are given; with one of them alone it is refused',
    ),
    decided('a field or a list that is not known', '422, `--strict` or not'),
    decided('a wrong record', 'refuses all of them, each fault by its path below `records`'),
    decided(
      '`"mode": "replace"`',
      'empties constituents and all that goes with them, and each lookup list that `records` names',
    ),
  ],
};
