import type {ResolveContext} from '../../operations/kinds/context.js';
import type {Resource} from '../../operations/kinds/kind.js';
import {noneNamed, noneWithId} from '../../operations/names.js';
import {date, type Fields, quote} from '../../schema/fields.js';
import {onDay, readableMoney} from '../../schema/formats.js';
import {foldedKey} from '../../search/fold.js';
import {addMissingCategories, fieldsOfGifts, importsFields, resolveFieldsFor} from '../categories/custom-fields.js';
import {constituents} from '../constituents/constituents.js';
import type {ConstituentRow} from '../constituents/schema.js';
import {tags} from '../tags.js';
import {importsTeamMember, resolveTeamMember} from '../team-members.js';
import {hiddenGiftType} from './lookup-lists.js';
import {type GiftRow, giftBody, giftOutput, giftRow, presentGift} from './schema.js';

const rules = [
  keepNoSync,
  resolveTeamMember,
  resolveTemplate,
  resolveParentGift,
  resolveFieldsFor('Gift'),
  refuseTakenExternalId,
];

/** Declared: the flag for automatic accounting sync is accepted and not stored. */
function keepNoSync({auto_sync_to_qbo: _, ...body}: Fields): Fields {
  return body;
}

/**
 * `do_not_ack` means no acknowledgment; an unknown template is ignored, like any optional name. An imported gift keeps
 * the historical name of its template.
 */
function resolveTemplate(body: Fields, {lookup, issues, imported}: ResolveContext<GiftRow>): Fields {
  const {ack_template_name: name, ...rest} = body;
  if (name === 'do_not_ack') {
    return {...rest, ack_template_name: null};
  }
  const isTaken = typeof name !== 'string' || imported !== undefined;
  if (isTaken || lookup.listed('mailing_templates').some(template => template.name === name)) {
    return body;
  }
  issues.ignore('ack_template_name', noneNamed('mailing_templates', name), 'unknown-name');
  return rest;
}

/** The parent gift by its id or external id; the id takes precedence. */
function resolveParentGift(body: Fields, {lookup, issues}: ResolveContext<GiftRow>): Fields {
  if (body.parent_gift_id === undefined && body.parent_external_id === undefined) {
    return body;
  }
  // Observed: clients send 0 in both with every gift, for no parent.
  const externalId = body.parent_external_id === String(unset) ? null : body.parent_external_id;
  const {parent_external_id: _, ...rest} = body.parent_gift_id === unset ? {...body, parent_gift_id: null} : body;
  if (typeof rest.parent_gift_id === 'number') {
    if (lookup.get(gifts.name, rest.parent_gift_id) === undefined) {
      issues.refuse('parent_gift_id', noneWithId('gifts', rest.parent_gift_id), 'unknown-id');
    }
    return rest;
  }
  if (typeof externalId !== 'string') {
    return rest;
  }
  const [parent] = lookup.where(gifts.name, 'external_id', externalId);
  if (parent === undefined) {
    issues.refuse('parent_external_id', `there is no gift with external_id ${quote(externalId)}`, 'unknown-id');
  }
  return {...rest, parent_gift_id: parent?.id ?? null};
}

function refuseTakenExternalId(body: Fields, {lookup, issues, row, imported}: ResolveContext<GiftRow>): Fields {
  if (typeof body.external_id === 'string') {
    const own = row?.id ?? imported?.id;
    const other = lookup.where(gifts.name, 'external_id', body.external_id).find(({id}) => id !== own);
    if (other !== undefined) {
      issues.refuse('external_id', `${quote(body.external_id)} is taken by gift ${other.id}`);
    }
  }
  return body;
}

/** The gift's data for a missing lookup: a category's type, or an approximate date of an appeal or event. */
function fieldsOfMissing(kind: string, {gift_type_id, gift_type_name, received_date}: Fields): Fields {
  switch (kind) {
    case 'gift_categories':
      return {gift_type_id, gift_type_name};
    case 'appeals':
    case 'events':
      return date.safeParse(received_date).success ? {date: received_date} : {};
    default:
      return {};
  }
}

/** The id that means "none". */
export const unset = 0;

/** Sorts after every date. */
const undated = '~';

export const gifts: Resource<GiftRow, Partial<GiftRow>> = {
  name: 'gifts',
  itemType: 'gift',
  tag: tags.gifts,
  firstId: 894300,
  listed: ({gift_type_id}) => gift_type_id !== hiddenGiftType,
  unlisted: `gifts of the hidden type ${hiddenGiftType}`,
  indexes: {constituent_id: ['-received_date'], external_id: []},
  unique: ['external_id'],
  keys: {
    id: 'id',
    external_id: row => foldedKey(row.external_id),
    // Observed: a gift without a date matches any lower bound if the search has no upper bound.
    received_date: row => [row.received_date === null ? undated : `${row.received_date}T00:00:00Z`],
    created_at: row => [row.created_at],
    updated_at: row => [row.updated_at],
    received_amount: row => [row.received_amount],
    gift_type: 'gift_type_id',
    payment_type: row => [row.payment_type_id ?? unset],
    campaign: 'campaign_id',
    fund: 'fund_id',
    appeal: 'appeal_id',
    event: 'event_id',
    category: 'gift_category_id',
  },
  denormalized: {
    affectedBy: {
      constituents: (after: ConstituentRow | undefined, before: ConstituentRow | undefined, reading) =>
        after === undefined || before === undefined || after.sort_key === before.sort_key
          ? []
          : reading
              .rows(gifts)
              .where('constituent_id', after.id)
              .toArray()
              .map(row => row.id),
    },
    compute: (row, reading) => {
      const constituent_sort_key = reading.rows(constituents).get(row.constituent_id)!.sort_key;
      return row.constituent_sort_key === constituent_sort_key ? row : {...row, constituent_sort_key};
    },
  },
  internal: ['constituent_sort_key'],
  parents: {constituent_id: 'constituents'},
  references: [
    {id: 'gift_type_id', name: 'gift_type_name', to: 'gift_types', required: true, whereNotRequired: 1},
    {id: 'gift_category_id', name: 'gift_category_name', to: 'gift_categories', by: ['display_name'], unset: 0},
    {id: 'campaign_id', name: 'campaign_name', to: 'campaigns', unset: 0},
    {id: 'fund_id', name: 'fund_name', to: 'funds', unset: 0},
    {id: 'appeal_id', name: 'appeal_name', to: 'appeals', unset: 0},
    {id: 'event_id', name: 'event_name', to: 'events', unset: 0},
    {id: 'payment_type_id', name: 'payment_type_name', to: 'payment_types'},
  ],
  output: giftOutput,
  row: giftRow,
  body: giftBody,
  resolve: (body, context) => rules.reduce((resolved, rule) => rule(resolved, context), body),
  build: (body, {id, parents, transaction: {now}}) => {
    const received_amount = body.received_amount ?? 0;
    const received_date = body.received_date ?? null;
    return {
      id,
      constituent_id: parents.constituent_id!,
      external_id: body.external_id ?? null,
      is_anon: body.is_anon ?? false,
      gift_type_id: body.gift_type_id!,
      gift_type_name: body.gift_type_name!,
      gift_category_id: body.gift_category_id ?? 0,
      gift_category_name: body.gift_category_name ?? null,
      campaign_id: body.campaign_id ?? 0,
      campaign_name: body.campaign_name ?? null,
      fund_id: body.fund_id ?? 0,
      fund_name: body.fund_name ?? null,
      appeal_id: body.appeal_id ?? 0,
      appeal_name: body.appeal_name ?? null,
      event_id: body.event_id ?? 0,
      event_name: body.event_name ?? null,
      received_amount,
      received_date,
      payment_type_id: body.payment_type_id ?? null,
      payment_type_name: body.payment_type_name ?? null,
      check_number: body.check_number ?? null,
      deductible_amount: body.deductible_amount ?? received_amount,
      note: body.note ?? null,
      ack_template_name: body.ack_template_name ?? null,
      deposit_date: body.deposit_date ?? received_date,
      deposited_amount: body.deposited_amount ?? received_amount,
      parent_gift_id: body.parent_gift_id ?? null,
      tribute_name: body.tribute_name ?? null,
      tributee_name: body.tributee_name ?? null,
      tribute_dedication: body.tribute_dedication ?? null,
      tribute_recipient_name: body.tribute_recipient_name ?? null,
      tribute_recipient_salutation: body.tribute_recipient_salutation ?? null,
      tribute_recipient_email: body.tribute_recipient_email ?? null,
      tribute_recipient_address: body.tribute_recipient_address ?? null,
      tribute_recipient_notification_template: body.tribute_recipient_notification_template ?? null,
      team_member_id: body.team_member_id ?? null,
      custom_fields: body.custom_fields ?? [],
      constituent_sort_key: body.constituent_sort_key ?? '',
      created_at: now,
      updated_at: now,
    };
  },
  present: presentGift,
  columns: {
    received_date: 'Date',
    date: 'Date',
    constituent_id: 'Donor',
    received_amount: 'Amount',
    amount: 'Amount',
    fund_id: 'Fund',
    gift_type_id: 'Type',
  },
  sortedAs: {
    received_date: 'date',
    constituent_id: 'name',
    received_amount: 'gift_amount',
    fund_id: 'fund',
    gift_type_id: 'gift_type',
  },
  title: ({received_amount, constituent_id, received_date}, nameOf) =>
    `${readableMoney(received_amount)} from ${nameOf('constituents', constituent_id)}${onDay(received_date)}`,
  importer: {
    fields: {...importsTeamMember.fields, ...importsFields.fields},
    ids: {parent_gift_id: 'gifts', ...importsTeamMember.ids, ...importsFields.ids},
    keeps: ['custom_fields'],
    fieldsOfMissing,
    addMissing: (record, context) => {
      importsTeamMember.addMissing(record, context);
      addMissingCategories(fieldsOfGifts, record, context);
    },
  },
  seedExample: [
    {constituent_id: '$ada', gift_type_id: 1, fund_id: '$roof', received_amount: 50, received_date: '2025-12-24'},
  ],
  examples: {
    searchGifts: {query: {'q[]': 'gift_amount=gte|100', sort: 'gift_amount!'}},
    createGiftOfConstituent: {
      body: first => ({
        gift_type_name: 'Gift',
        received_amount: 250,
        received_date: '2025-12-24',
        fund_id: first('funds'),
        payment_type_name: 'Check',
        check_number: '1042',
        note: 'By post',
      }),
    },
    updateGift: {body: () => ({note: 'In memory of her mother'})},
  },
};
