import {gifts} from '../resources/gifts/gifts.js';
import {date, externalId, type Fields, quote} from '../schema/fields.js';
import {implyCategories} from './category-mentions.js';
import {customFieldsOf, giftFields} from './custom-fields.js';
import {isMissing} from './items.js';
import type {Given, Kind, Loading} from './kind.js';
import {ofConstituent} from './kinds-under-constituents.js';
import {writtenKind} from './make-kind.js';
import {implyTeamMember, teamMemberFields, teamMemberOf} from './team-member.js';

/** The parent gift by its id or by its external id; the id wins. It may come later in the document. */
function parentGift({fields, issues}: Given, loading: Loading): Fields {
  if (!isMissing(fields.parent_gift_id)) {
    const id = loading.readId(fields.parent_gift_id, gifts.name, 'parent_gift_id', issues);
    if (id !== undefined && loading.look(gifts.name, id) === undefined) {
      issues.refuse('parent_gift_id', `${id} names nothing: there is no such gift`);
    }
    return {parent_gift_id: id ?? null};
  }
  if (isMissing(fields.parent_external_id)) {
    return {};
  }
  const wanted = externalId.safeParse(fields.parent_external_id);
  if (!wanted.success) {
    issues.refuse('parent_external_id', wanted.error.issues[0]!.message);
    return {};
  }
  const stored = loading.transaction.rows(gifts).where('external_id', wanted.data).first();
  const given = loading
    .given(gifts.name)
    .find(({fields}) => externalId.safeParse(fields.external_id).data === wanted.data);
  const parent = given ?? stored;
  if (parent === undefined) {
    issues.refuse('parent_external_id', `${quote(wanted.data)} names nothing: no gift has this external_id`);
  }
  return {parent_gift_id: parent?.id ?? null};
}

/** What a gift says of a lookup besides id and name: the type of its category, about when an appeal or event was. */
function mentions(to: string, {gift_type_id, gift_type_name, received_date}: Fields): Fields {
  switch (to) {
    case 'gift_categories':
      return {gift_type_id, gift_type_name};
    case 'appeals':
    case 'events':
      return date.safeParse(received_date).success ? {date: received_date} : {};
    default:
      return {};
  }
}

const acknowledgment = ({fields}: Given) =>
  fields.ack_template_name === 'do_not_ack' ? {ack_template_name: null} : {};

export const giftKind: Kind = writtenKind(gifts, {
  references: [ofConstituent],
  apart: ['custom_fields', 'parent_gift_id', 'parent_external_id', ...teamMemberFields],
  mentions,
  imply: (given, loading) => {
    implyTeamMember(given, loading);
    implyCategories(given, giftFields, loading);
  },
  interpret: (given, loading) => ({
    ...acknowledgment(given),
    ...parentGift(given, loading),
    ...teamMemberOf(given, loading),
    ...customFieldsOf(given, giftFields, loading),
  }),
});
