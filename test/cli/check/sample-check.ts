import {type CheckSummary, summaryOf} from '../../../src/cli/reports/check/summary.js';
import type {CheckCase, CheckedCall, CheckResult, Site, Step, WrongRecord} from '../../../src/sandbox/check/types.js';
import type {Row} from '../../../src/store/order.js';

export const callOf = (more: Partial<CheckedCall> = {}): CheckedCall => ({
  account: 'default',
  operation: 'createGiftOfConstituent',
  method: 'POST',
  url: '/api/v1/constituents/959400/gifts',
  body: '{"received_amount":50}',
  caller: 'sync.php:5 < main.php:2',
  nth: 1,
  ...more,
});

export const recordOf = (more: Partial<WrongRecord> = {}): WrongRecord => ({
  kind: 'gifts',
  difference: 'duplicated',
  found: {id: 7, received_amount: 50} as Row,
  owner: 'Ada Test',
  ...more,
});

const step: Step = {
  method: 'POST',
  url: '/api/v1/constituents/959400/gifts',
  caller: 'sync.php:5',
  status: 200,
  received: 'no response',
  isStored: true,
};

/** The response to a gift is lost, and the client sends it again. */
export const caseOf = (more: Partial<CheckCase> = {}): CheckCase => ({
  id: '1f3a9c02',
  check: 'lost',
  variant: 'on a fresh connection',
  start: 'given',
  call: callOf(),
  site: 0,
  verdict: 'duplicated',
  isBad: true,
  reason: null,
  known: null,
  code: 0,
  records: [recordOf()],
  steps: [step, {...step, received: '200'}],
  repeat: {by: 'code or library', client: null, remedy: null},
  output: '',
  trace: 'crm-sandbox-check/1f3a9c02.trace.gz',
  ...more,
});

export const healed = (id: string, more: Partial<CheckCase> = {}) =>
  caseOf({id, verdict: 'healed', isBad: false, records: [], repeat: null, trace: null, ...more});

const site: Site = {
  caller: 'sync.php:5 < main.php:2',
  operation: 'createGiftOfConstituent',
  keys: 'received_amount',
  start: 'given',
  isWrite: true,
  calls: 6,
  pruned: 12,
  untried: {silent: 'it was tried once for its site'},
};

const search: Site = {...site, operation: 'searchConstituents', keys: 'q[]', isWrite: false, calls: 1, pruned: 0};

export const resultOf = (more: Partial<CheckResult> = {}): CheckResult => ({
  failed: true,
  cases: [healed('0000000a'), caseOf()],
  sites: [site, {...search, start: 'rerun', untried: {kill: 'a read stores nothing'}}],
  volatile: [],
  skipped: [],
  isRerunnable: true,
  unusedCases: [],
  milliseconds: 12,
  ...more,
});

export const checkOf = (more: Partial<CheckResult> = {}): CheckSummary =>
  summaryOf(resultOf(more), id => `crm-sandbox check --case ${id} -- npm run sync`);

/** A check in which every text from the client or the service is the same. */
export function checkWithText(text: string): CheckSummary {
  const call = callOf({operation: text, method: text, url: text, body: text, caller: text});
  const row = {id: 7, name: text, note: text} as unknown as Row;
  const records = (['duplicated', 'changed'] as const).map(difference =>
    recordOf({difference, owner: text, kind: text, found: row, expected: {...row, note: 1} as unknown as Row}),
  );
  const steps = [{...step, method: text, url: text, caller: text, received: text}];
  const repeat = {by: 'library', client: text, remedy: text} as const;
  const fields = {call, records, steps, repeat, output: text, trace: text};
  return summaryOf(
    resultOf({
      cases: [
        caseOf(fields),
        caseOf({...fields, id: '2', verdict: 'changed', isBad: false, known: text}),
        caseOf({...fields, id: '3', verdict: 'not judged', isBad: false, reason: text, site: null}),
        healed('4', {call}),
      ],
      sites: [{...site, caller: text, operation: text, keys: text, untried: {twice: text}}],
      volatile: [text],
      skipped: ['5'],
      unusedCases: [text],
    }),
    id => `crm-sandbox check --case ${id} -- ${text}`,
  );
}
