import {createUnder, destroy, findParent, page, show, update} from '../../operations/crud.js';
import {noneNamed, noneWithId} from '../../operations/names.js';
import {codes, operation} from '../../operations/operation.js';
import type {ResolveContext, Resource} from '../../operations/resource.js';
import {type Fields, quote} from '../../schema/fields.js';
import {pageQuery} from '../../schema/query.js';
import {foldedKey} from '../../search/fold.js';
import {assignFields, resolveCustomFields} from '../categories/custom-fields.js';
import {constituents} from '../constituents/constituents.js';
import type {ConstituentRow} from '../constituents/schema.js';
import {resolveTeamMember} from '../team-members.js';
import {presentGift, presentGiftSummary} from './present.js';
import {type GiftBody, type GiftRow, giftBody, giftOutput, giftSummary, noTribute} from './schema.js';

function resolve(body: Fields, resolving: ResolveContext<GiftRow>): Fields {
  const steps = [resolveTeamMember, resolveTemplate, resolveParentGift, resolveFields, refuseTakenExternalId];
  return steps.reduce((body, step) => step(body, resolving), body);
}

/** `do_not_ack` means no acknowledgment; an unknown template is ignored, as any optional name is. */
function resolveTemplate(body: Fields, {transaction, issues}: ResolveContext<GiftRow>): Fields {
  if (typeof body.ack_template_name !== 'string') {
    return body;
  }
  const {ack_template_name: name, ...rest} = body;
  if (name === 'do_not_ack') {
    return {...rest, ack_template_name: null};
  }
  const templates = transaction.rows('mailing_templates').listed().toArray() as Array<{id: number; name?: string}>;
  if (templates.some(template => template.name === name)) {
    return body;
  }
  issues.ignore('ack_template_name', noneNamed('mailing_templates', name), 'unknown-name');
  return rest;
}

/** The parent gift by its id or by its external id; the id wins. */
function resolveParentGift(body: Fields, {transaction, issues}: ResolveContext<GiftRow>): Fields {
  if (body.parent_gift_id === undefined && body.parent_external_id === undefined) {
    return body;
  }
  const {parent_external_id: externalId, ...rest} = body;
  if (typeof rest.parent_gift_id === 'number') {
    if (!transaction.rows(gifts).has(rest.parent_gift_id)) {
      issues.refuse('parent_gift_id', noneWithId('gifts', rest.parent_gift_id), 'unknown-id');
    }
    return rest;
  }
  if (typeof externalId !== 'string') {
    return rest;
  }
  const parent = transaction.rows(gifts).where('external_id', externalId).first();
  if (parent === undefined) {
    issues.refuse('parent_external_id', `there is no gift with external_id ${quote(externalId)}`, 'unknown-id');
  }
  return {...rest, parent_gift_id: parent?.id ?? null};
}

function resolveFields(body: Fields, {transaction, issues, row}: ResolveContext<GiftRow>): Fields {
  if (body.custom_fields === undefined) {
    return body;
  }
  const {custom_fields, ...rest} = body as Fields & {custom_fields?: GiftBody['custom_fields']};
  if (!custom_fields) {
    return rest;
  }
  const wanted = resolveCustomFields(custom_fields, ['Gift'], transaction, issues.at('custom_fields'));
  return {...rest, custom_fields: assignFields(row?.custom_fields ?? [], wanted)};
}

function refuseTakenExternalId(body: Fields, {transaction, issues, row}: ResolveContext<GiftRow>): Fields {
  if (typeof body.external_id === 'string') {
    const other = transaction.rows(gifts).where('external_id', body.external_id).first();
    if (other !== undefined && other.id !== row?.id) {
      issues.refuse('external_id', `${quote(body.external_id)} is taken by gift ${other.id}`);
    }
  }
  return body;
}

/** The id that stands for none. */
export const unset = 0;

export const gifts: Resource<GiftRow, Partial<GiftRow>> = {
  name: 'gifts',
  itemType: 'gift',
  tag: 'Gifts',
  firstId: 894300,
  indexes: {constituent_id: ['-received_date'], external_id: []},
  keys: {
    id: 'id',
    external_id: row => foldedKey(row.external_id),
    received_date: row => (row.received_date === null ? [] : [`${row.received_date}T00:00:00Z`]),
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
    {id: 'gift_type_id', name: 'gift_type_name', to: 'gift_types', required: true},
    {id: 'gift_category_id', name: 'gift_category_name', to: 'gift_categories', by: ['display_name'], unset: 0},
    {id: 'campaign_id', name: 'campaign_name', to: 'campaigns', unset: 0},
    {id: 'fund_id', name: 'fund_name', to: 'funds', unset: 0},
    {id: 'appeal_id', name: 'appeal_name', to: 'appeals', unset: 0},
    {id: 'event_id', name: 'event_name', to: 'events', unset: 0},
    {id: 'payment_type_id', name: 'payment_type_name', to: 'payment_types'},
  ],
  output: giftOutput,
  body: giftBody,
  resolve,
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
      team_member_id: body.team_member_id ?? null,
      custom_fields: body.custom_fields ?? [],
      constituent_sort_key: body.constituent_sort_key ?? '',
      created_at: now,
      updated_at: now,
      ...noTribute,
    };
  },
  present: presentGift,
};

export const operations = [
  operation({
    id: 'listGiftsOfConstituent',
    method: 'GET',
    path: '/api/v1/constituents/{constituent_id}/gifts',
    tag: gifts.tag,
    summary: 'List the gifts of one constituent, the latest first, as summaries of eight fields',
    query: pageQuery,
    reply: {kind: 'page', itemType: gifts.itemType, schema: giftSummary},
    codes: codes.read,
    handle: ({params, query}, transaction) => {
      findParent('constituents', params.constituent_id!, transaction);
      return page(transaction.rows(gifts).where('constituent_id', params.constituent_id!), query, presentGiftSummary);
    },
  }),
  createUnder(gifts, 'constituents'),
  show(gifts),
  update(gifts),
  destroy(gifts),
];
