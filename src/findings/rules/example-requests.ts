import {type ExampleRequest, post} from '../rule.js';

/** A correct gift for the examples of rules. @param fields override or extend the usual ones */
export const giftExample = (fields: Readonly<Record<string, unknown>> = {}): ExampleRequest =>
  post('/api/v1/constituents/959400/gifts', {
    gift_type_name: 'Gift',
    received_amount: 50,
    received_date: '2025-12-24',
    external_id: 'web-1',
    ...fields,
  });

export const contactReportExample = (fields: Readonly<Record<string, unknown>> = {}): ExampleRequest =>
  post('/api/v1/constituents/959400/contact_reports', {text: 'Called', original_date: '2025-12-01', ...fields});

export const noteExample = (fields: Readonly<Record<string, unknown>> = {}): ExampleRequest =>
  post('/api/v1/constituents/959400/notes', {text: 'Called', original_date: '2026-01-01', ...fields});

/** A new donor with the address ann@example.org, for the examples of rules. */
export const donorExample = post('/api/v1/constituents', {
  first_name: 'Ann',
  last_name: 'Lee',
  email_addresses: [{address: 'ann@example.org'}],
});
