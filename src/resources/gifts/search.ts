import * as z from 'zod';
import type {SearchSpec} from '../../operations/search-operation.js';
import {comparisonForm, comparisonStarts, readComparison} from '../../search/comparisons.js';
import {type Condition, keyed} from '../../search/condition.js';
import {equalTo} from '../../search/ranges.js';
import {readAll, readId, texts, type ValueReader} from '../../search/read-values.js';
import {type Term, term} from '../../search/term.js';
import type {Transaction} from '../../store/transaction.js';
import {constituents} from '../constituents/constituents.js';
import {presentArrays} from '../constituents/present.js';
import {type ConstituentRow, constituentArrays, constituentSummary} from '../constituents/schema.js';
import {appeals} from '../fundraising/appeals.js';
import {events} from '../fundraising/events.js';
import {isOneOf, momentTerms, updatedTerms} from '../search-terms.js';
import {gifts, unset} from './gifts.js';
import type {GiftRow} from './schema.js';

const own = (key: string) => keyed('gifts', key);

interface Chosen {
  readonly operator: 'in' | 'ni';
  readonly ids: readonly number[];
}

type Choice = 'blank' | Chosen;

function readChoice(value: string): Chosen | undefined {
  const [operator, list, ...rest] = value.split('|');
  const read = readAll((list ?? '').split(','), readId);
  return (operator === 'in' || operator === 'ni') && read !== undefined && rest.length === 0
    ? {operator, ids: read}
    : undefined;
}

const choice: ValueReader<Chosen> = {
  accepts: 'in|ids or ni|ids, the ids separated by commas',
  example: 'in|1,7',
  choices: ['in|', 'ni|'],
  read: readChoice,
};

const choiceOrBlank: ValueReader<Choice> = {
  accepts: 'in|ids or ni|ids, the ids separated by commas, or bl',
  example: 'bl',
  choices: ['in|', 'ni|', 'bl'],
  // Clients also write the separator of the other operators here.
  read: value => (value === 'bl' || value === 'bl|' ? 'blank' : readChoice(value)),
};

const choose = (key: string) => (value: Choice) => {
  if (value === 'blank') {
    return own(key).within([equalTo(unset)]);
  }
  return value.operator === 'in' ? own(key).oneOf(value.ids) : own(key).noneOf(value.ids);
};

const amount: ValueReader<(amount: number) => boolean> = {
  accepts: comparisonForm(),
  example: 'btw|50|500',
  choices: comparisonStarts,
  read: value => readComparison(value.split('|')),
  complaint: 'Unable to parse value',
};

const idOf = ({id}: {readonly id: number}) => id;

const lookups = ['payment_type', 'campaign', 'fund', 'appeal', 'event', 'category'] as const;
const plural = (name: string) => (name === 'category' ? 'categories' : `${name}s`);

type Choose = (value: Chosen, transaction: Transaction) => Condition;

/** By the type of the gift's appeal or event: seeded and imported ones have a type. */
const ofType = (name: 'appeal' | 'event', condition: Choose): Term =>
  term({
    name: `${name}_types`,
    value: choice,
    idsOf: `${name}_types`,
    finds: `the ${name} is of one of these types (\`in\`) or of none (\`ni\`, which includes gifts without one)`,
    condition,
  });

const terms: readonly Term[] = [
  ...momentTerms('date', own('received_date'), 'received_date'),
  ...momentTerms('created', own('created_at'), 'created_at'),
  ...updatedTerms('gifts'),
  term({
    name: 'gift_types',
    value: choice,
    idsOf: 'gift_types',
    finds: 'the gift type is one of these (`in`) or none of them (`ni`)',
    condition: choose('gift_type'),
  }),
  ofType('appeal', ({operator, ids}, transaction) => {
    const typed = transaction.rows(appeals).listed().toArray();
    return choose('appeal')({operator, ids: typed.filter(row => ids.includes(row.appeal_type_id ?? 0)).map(idOf)});
  }),
  ofType('event', ({operator, ids}, transaction) => {
    const typed = transaction.rows(events).listed().toArray();
    return choose('event')({operator, ids: typed.filter(row => ids.includes(row.event_type_id ?? 0)).map(idOf)});
  }),
  ...lookups.map(name =>
    term({
      name: plural(name),
      value: choiceOrBlank,
      idsOf: name === 'category' ? 'gift_categories' : plural(name),
      finds: `the ${name.replace('_', ' ')} is one of these (\`in\`), none of them (\`ni\`, which includes gifts without one), or unset (\`bl\`)`,
      condition: choose(name),
    }),
  ),
  term({
    name: 'gift_amount',
    value: amount,
    finds: '`received_amount` matches the comparison; both ends of `btw` are included',
    condition: compare => own('received_amount').accepting(amount => compare(amount as number)),
  }),
  isOneOf('gift_ids', own('id'), 'the id is one of these'),
  term({
    name: 'external_gift_ids',
    value: texts,
    finds: '`external_id` is one of these',
    condition: value => own('external_id').oneOf(value),
  }),
];

const {external_constituent_id, is_org, first_name, last_name, org_name} = constituentSummary.shape;
const {street_addresses, phone_numbers, email_addresses} = constituentArrays;
const expanded = z.object({
  external_constituent_id,
  constituent_is_org: is_org,
  first_name,
  last_name,
  org_name,
  street_addresses,
  phone_numbers,
  email_addresses,
});

type Expanded = keyof typeof expanded.shape;

const ofConstituent = (name: Expanded) => (gift: GiftRow, transaction: Transaction) => {
  const donor = transaction.rows(constituents).get(gift.constituent_id)!;
  return name in presentArrays
    ? presentArrays[name as keyof typeof presentArrays](donor, transaction)
    : donor[(name === 'constituent_is_org' ? 'is_org' : name) as keyof ConstituentRow];
};

const nameless = {
  gift_category_name: null,
  campaign_name: null,
  fund_name: null,
  appeal_name: null,
  event_name: null,
  payment_type_name: null,
};

/** Observed: one account returns the names of a gift's lookups in a search, another returns nulls. */
function presentFound(row: GiftRow, transaction: Transaction): object {
  const gift = gifts.present(row, transaction);
  return transaction.assume.gift_search_names === 'null' ? {...gift, ...nameless} : gift;
}

export const giftSearch: SearchSpec<GiftRow> = {
  resource: {...gifts, present: presentFound},
  terms,
  order: ['-received_date', '-received_amount'],
  // Observed: descending by amount, regardless of the sort order and its direction.
  ties: ['-received_amount'],
  sorts: {
    name: ['constituent_sort_key'],
    gift_amount: ['received_amount'],
    date: ['received_date'],
    date_created: ['created_at'],
    date_updated: ['updated_at'],
    fund: ['fund_name'],
    appeal: ['appeal_name'],
    campaign: ['campaign_name'],
    gift_type: ['gift_type_name'],
  },
  expansions: {
    output: expanded,
    make: Object.fromEntries(Object.keys(expanded.shape).map(name => [name, ofConstituent(name as Expanded)])),
  },
};
