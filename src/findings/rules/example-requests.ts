import type {ExampleRequest} from '../rule.js';

/** A gift as it should be written, in the examples of rules. @param fields besides, or in the place of, the usual ones */
export const giftExample = (fields: Readonly<Record<string, unknown>> = {}): ExampleRequest => ({
  method: 'POST',
  path: '/api/v1/constituents/959400/gifts',
  body: {
    gift_type_name: 'Gift',
    received_amount: 50,
    received_date: '2025-12-24',
    external_id: 'web-1',
    ...fields,
  },
});

/** A new donor in the examples of rules, whose address is ann@example.org. */
export const donorExample: ExampleRequest = {
  method: 'POST',
  path: '/api/v1/constituents',
  body: {first_name: 'Ann', last_name: 'Lee', email_addresses: [{address: 'ann@example.org'}]},
};
