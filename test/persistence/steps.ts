import {createHash} from 'node:crypto';
import type {Account} from '../../src/accounts/account.js';
import {frozenClock} from '../../src/accounts/clock.js';
import {createRow} from '../../src/operations/kinds/write-rows.js';
import {constituents} from '../../src/resources/constituents/constituents.js';
import {constituentBody} from '../../src/resources/constituents/schema.js';
import {createConstituent} from '../../src/resources/constituents/write.js';
import {gifts} from '../../src/resources/gifts/gifts.js';
import {Issues} from '../../src/schema/issues.js';
import type {Collection} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';

/** Returns pseudorandom bytes for a number. */
export const chance = (number: number) => createHash('sha256').update(String(number)).digest();

const pick = <R extends Row>(rows: Collection<R>, random: number): R | undefined =>
  [...rows.values()][random % rows.size];

/** Changes the account in one of many ways. The change depends only on the number and the account. */
export function takeStep(account: Account, number: number): void | Promise<void> {
  const [kind = 0, which = 0, length = 0] = chance(number);
  if (kind < 4) {
    return account.replaceState(account.baseline);
  }
  if (kind < 16) {
    return account.setClock(frozenClock(Date.UTC(2026, 0, 1) + number * 60_250, 1000));
  }
  return account.write(transaction => {
    const person = pick(transaction.rows(constituents), which);
    const gift = pick(transaction.rows(gifts), which);
    if (kind < 80 || person === undefined) {
      const body = constituentBody.parse({
        first_name: `Ívo ${number}`,
        last_name: 'Marsh',
        email_addresses: [{address: 'a@b.example'}],
      });
      createConstituent(body, transaction, Issues.none());
    } else if (kind < 100) {
      transaction.remove(constituents, person.id);
    } else if (kind < 160 || gift === undefined) {
      const body = {constituent_id: person.id, gift_type_id: 1, received_amount: number / 4};
      createRow(gifts, body, {constituent_id: person.id}, transaction, Issues.none());
    } else {
      transaction.put(gifts, {...gift, note: `${number}\n${'ü'.repeat(length * 20)}`});
    }
  });
}
