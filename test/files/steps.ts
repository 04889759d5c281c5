import {createHash} from 'node:crypto';
import {createRow} from '../../src/operations/writing.js';
import {constituentBody} from '../../src/resources/constituent-fields.js';
import {createConstituent} from '../../src/resources/constituent-writing.js';
import {constituents} from '../../src/resources/constituents.js';
import {gifts} from '../../src/resources/gifts.js';
import {Faults} from '../../src/schema/faults.js';
import type {Account} from '../../src/store/account.js';
import {frozenClock} from '../../src/store/clock.js';
import type {Collection} from '../../src/store/collection.js';
import type {Row} from '../../src/store/order.js';

/** Bytes that follow from a number, and look as if they did not. */
export const chance = (number: number) => createHash('sha256').update(String(number)).digest();

const pick = <R extends Row>(rows: Collection<R>, random: number): R | undefined =>
  [...rows.values()][random % rows.size];

/** Changes the account in one of many ways: which, and what comes of it, follows from the number and the account. */
export function takeStep(account: Account, number: number): void {
  const [kind = 0, which = 0, length = 0] = chance(number);
  if (kind < 4) {
    account.switchTo(account.baseline);
  } else if (kind < 16) {
    account.setClock(frozenClock(Date.UTC(2026, 0, 1) + number * 60_250, 1000));
  } else {
    account.write(transaction => {
      const person = pick(transaction.rows(constituents), which);
      const gift = pick(transaction.rows(gifts), which);
      if (kind < 80 || person === undefined) {
        const body = constituentBody.parse({
          first_name: `Ívo ${number}`,
          last_name: 'Marsh',
          email_addresses: [{address: 'a@b.example'}],
        });
        createConstituent(body, transaction, Faults.none());
      } else if (kind < 100) {
        transaction.remove(constituents, person.id);
      } else if (kind < 160 || gift === undefined) {
        const body = {constituent_id: person.id, gift_type_id: 1, received_amount: number / 4};
        createRow(gifts, body, {constituent_id: person.id}, transaction, Faults.none());
      } else {
        transaction.put(gifts, {...gift, note: `${number}\n${'ü'.repeat(length * 20)}`});
      }
    });
  }
}
