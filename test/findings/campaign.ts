import fc from 'fast-check';
import type {Finding, RequestToSend} from '../../src/findings/finding.js';
import {isSequence} from '../../src/findings/rule.js';
import {rules} from '../../src/findings/rules/index.js';
import {catalog, operations} from '../../src/resources/index.js';
import type {RunningSandbox} from '../../src/sandbox/start-sandbox.js';
import {sendExample} from '../support/findings.js';

/** Requests with one to four mistakes to all operations. Each proposed request is sent to a new account. */

const single = new Set(rules.filter(rule => !isSequence(rule)).map(({id}) => id));

/** A valid body for an operation that accepts one. */
const bodyOf = (id: string): object =>
  Object.assign(
    {},
    ...catalog.kinds.map(({examples}) => examples?.[id]?.body?.(kind => catalog.byName.get(kind)!.firstId)),
  );

/** Fields with different kinds of mistakes. */
const wrongFields: ReadonlyArray<readonly [string, unknown]> = [
  ['amount', 5],
  ['date', '2025-11-01'],
  ['gift_date', '11/02/2025'],
  ['received_date', '12/24/2025'],
  ['fund_name', 'scholarship fund'],
  ['fund_name', 'Zzzzqqq'],
  ['fund_id', 3],
  ['gift_type_name', 'In-Kind'],
  ['gift_type_id', 2],
  ['payment_type_id', 1508],
  ['team_member', 'Pat Quin'],
  ['ack_template_name', 17],
  ['is_primary', true],
  ['email', 'x@example.org'],
  ['event_date', '2025-12-01'],
  ['subject', 'Gala'],
  ['is_org', 'organization'],
  ['wombat', 1],
  ['id', 5],
  ['contact_report_type_name', 'call'],
  ['email_addresses', [{email: 'q@example.org', is_primary: true}]],
  ['phone_numbers', [{number: '1', phone_type: 'Home'}, {}]],
];

/** Parameters with different kinds of mistakes. */
const wrongParameters = [
  ...['date_from=2025-01-01', 'amount_from=5', 'first_name%3DDario', 'name=Braun', 'email=a@example.org', 'page=2'],
  ...['q=city=Atlanta', 'q=name=Auer', 'q[]=Auer', 'q[]=foo=1', 'q[]=name=Auer;%20Jude', 'q[]=funds=in|Zzz'],
  ...['expand=nothing', 'sort=17', 'per_page=10', 'fund_id=2417', 'q[]=eaddr=sam+news@example.com', 'wombat=1'],
  ...['q[]=date_from=12/01/2025', 'q[]=name=Braun%252C%20Jude', 'campaigns=in|Annual', 'start_date=2025-01-01'],
];

const filled = (path: string) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const kind = name === 'id' ? path.split('/')[3]! : `${name.replace(/_id$/, '')}s`;
    return name === 'type'
      ? 'note_types'
      : String(catalog.byName.get(kind === 'categorys' ? 'categories' : kind)?.firstId ?? 1);
  });

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: object;
}

const reads: fc.Arbitrary<Sent> = fc
  .record({
    operation: fc.constantFrom(...operations.filter(({method}) => method === 'GET')),
    wrong: fc.uniqueArray(fc.constantFrom(...wrongParameters), {minLength: 1, maxLength: 4}),
  })
  .map(({operation, wrong}) => ({method: 'GET', path: `${filled(operation.path)}?${wrong.join('&')}`}));

const writes: fc.Arbitrary<Sent> = fc
  .record({
    operation: fc.constantFrom(...operations.filter(({body}) => body !== undefined)),
    wrong: fc.uniqueArray(fc.constantFrom(...wrongFields), {minLength: 1, maxLength: 4}),
  })
  .map(({operation, wrong}) => {
    const body = {...bodyOf(operation.id), ...Object.fromEntries(wrong)};
    return {method: operation.method, path: filled(operation.path), body};
  });

const wrongPaths: fc.Arbitrary<Sent> = fc
  .constantFrom(
    '/v1/funds',
    '/api/v1funds',
    '/api/v1/payments/894315',
    '/api/v1/donors/959400',
    '/api/v1/fund',
    '/api/v1/constituents/959400/groups',
  )
  .map(path => ({method: 'GET', path}));

const request = fc.oneof(
  {weight: 6, arbitrary: reads},
  {weight: 8, arbitrary: writes},
  {weight: 1, arbitrary: wrongPaths},
);

export interface Figures {
  requests: number;
  findings: number;
  single: number;
  proposals: number;
  /** Findings of single-request rules that propose no request. */
  readonly without: string[];
  readonly refused: string[];
  readonly repeated: string[];
}

const isBad = ({level, rule}: Finding) => level !== 'info' && single.has(rule);

/** Sends random requests and each proposed request. @param untried returns a proposal that replaces the findings’ */
export async function campaign(
  sandbox: RunningSandbox,
  requests: number,
  seed: number,
  untried?: () => RequestToSend | undefined,
): Promise<Figures> {
  const figures: Figures = {requests, findings: 0, single: 0, proposals: 0, without: [], refused: [], repeated: []};
  for (const [index, sent] of fc.sample(request, {numRuns: requests, seed}).entries()) {
    const account = sandbox.account(`sent-${index}`);
    await sendExample(sandbox, account.key, sent);
    const findings = await account.findings();
    const ofSingle = findings.filter(({rule}) => single.has(rule));
    figures.findings += findings.length;
    figures.single += ofSingle.length;
    const proposed = ofSingle.filter(({fix}) => fix.request !== null && fix.request.truncated !== true);
    figures.proposals += proposed.length;
    figures.without.push(
      ...ofSingle
        .filter(({fix}) => fix.request === null)
        .map(({rule}) => `${rule}: ${sent.method} ${sent.path} ${JSON.stringify(sent.body)}`),
    );
    const untriedText = ofSingle.length === 0 ? undefined : JSON.stringify(untried?.());
    const texts = new Set(
      untried === undefined ? proposed.map(({fix}) => JSON.stringify(fix.request)) : [untriedText ?? []].flat(),
    );
    for (const [place, text] of [...texts].entries()) {
      const proposal = JSON.parse(text) as Sent;
      const other = sandbox.account(`proposed-${index}-${place}`);
      const {status} = await sendExample(sandbox, other.key, proposal);
      const label = `${sent.method} ${sent.path} ${JSON.stringify(sent.body)} -> ${text}`;
      if (status !== 200) {
        figures.refused.push(`${status} ${label}`);
      }
      figures.repeated.push(...(await other.findings()).filter(isBad).map(({rule}) => `${rule}: ${label}`));
    }
  }
  return figures;
}
