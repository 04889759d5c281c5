import {createHash} from 'node:crypto';
import * as z from 'zod';
import {accountName, defaultAccount} from '../../accounts/accounts.js';
import {InvalidArgumentError} from '../../errors.js';
import {must} from '../../schema/fields.js';
import {nearest} from '../../schema/nearest.js';

const isPrefix = (text: string): boolean => accountName.test(text + defaultAccount);

const entryForm = z.strictObject({
  name: z.string(must('the name of the key, for the log')).min(1, must('the name of the key, for the log')),
  sha256: z.string(must('64 hexadecimal digits')).regex(/^[\da-f]{64}$/, must('64 hexadecimal digits in lower case')),
  role: z.enum(['full', 'read-only', 'admin'], must('full, read-only or admin')),
  account: z.string().regex(accountName, must('the name of an account')).optional(),
  prefix: z.string().refine(isPrefix, must('the beginning of the names of accounts')).optional(),
});

type TeamKey = z.infer<typeof entryForm>;

export interface NamedAccess {
  readonly account: string;
  readonly role: 'full' | 'read-only';
  /** True if the key may use the admin API. */
  readonly isAdmin: boolean;
}

/** The keys of a team. The file contains digests, so that it reveals no key. */
export class KeysFile {
  readonly #entries: ReadonlyMap<string, TeamKey>;

  /** @param file its name, for the error @throws InvalidArgumentError that lists every mistake */
  constructor(given: unknown, file: string) {
    const entries = readEntries(given, file);
    this.#entries = new Map(entries.map(entry => [entry.sha256, entry]));
    if (this.#entries.size < entries.length) {
      throw new InvalidArgumentError(`${file}: two entries have the same sha256; give each name a key of its own`);
    }
  }

  /** A key with a prefix opens the account that follows it: `<key>.test-7` opens `<prefix>test-7`. */
  find(key: string): NamedAccess | undefined {
    const whole = this.#entryOf(key);
    if (whole !== undefined) {
      return accessOf(whole, whole.account ?? whole.prefix + defaultAccount);
    }
    const dot = key.lastIndexOf('.');
    const entry = dot === -1 ? undefined : this.#entryOf(key.slice(0, dot));
    const name = `${entry?.prefix}${key.slice(dot + 1)}`;
    return entry?.prefix !== undefined && accountName.test(name) ? accessOf(entry, name) : undefined;
  }

  isAdmin(key: string): boolean {
    return this.#entryOf(key)?.role === 'admin';
  }

  /** Finds a key by its digest, so that the timing does not depend on a secret. */
  #entryOf(key: string): TeamKey | undefined {
    return this.#entries.get(createHash('sha256').update(key).digest('hex'));
  }
}

const accessOf = ({role}: TeamKey, account: string): NamedAccess => ({
  account,
  role: role === 'admin' ? 'full' : role,
  isAdmin: role === 'admin',
});

const form = z.array(entryForm, must('a list of keys')).min(1, must('a list with one key or more'));

function readEntries(given: unknown, file: string): readonly TeamKey[] {
  const {data, error} = form.safeParse(given, {jitless: true});
  const mistakes = [
    ...(error?.issues ?? []).map(issue => `${placeOf(issue.path)}${messageOf(issue)}`),
    ...(data ?? []).flatMap(({account, prefix, name}) =>
      (account === undefined) === (prefix === undefined) ? `${name}: give either account or prefix` : [],
    ),
  ];
  if (data === undefined || mistakes.length > 0) {
    throw new InvalidArgumentError(`${file}: ${mistakes.join('; ')}`);
  }
  return data;
}

const placeOf = ([index, field]: readonly PropertyKey[]): string =>
  index === undefined ? '' : `key ${Number(index) + 1}: ${field === undefined ? '' : `${String(field)}: `}`;

function messageOf(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') {
    return issue.message;
  }
  const near = nearest(issue.keys[0]!, Object.keys(entryForm.shape));
  return `${issue.keys[0]}: unknown field${near === undefined ? '' : `; did you mean ${near}?`}`;
}
