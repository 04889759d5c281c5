import * as z from 'zod';
import type {Resource} from '../operations/resource.js';
import type {AddressRow} from '../resources/addresses/address.js';
import {emailAddresses} from '../resources/addresses/email-addresses.js';
import {phoneNumbers} from '../resources/addresses/phone-numbers.js';
import {streetAddresses} from '../resources/addresses/street-addresses.js';
import {webAddresses} from '../resources/addresses/web-addresses.js';
import {type ConstituentKeywordRow, constituentKeywords} from '../resources/categories/constituent-keywords.js';
import {contactReports} from '../resources/contact-reports/contact-reports.js';
import {groupMemberships} from '../resources/memberships/group-memberships.js';
import {memberships} from '../resources/memberships/memberships.js';
import {
  classAffiliationOutput,
  classAffiliations,
  presentClassAffiliation,
} from '../resources/relationships/class-affiliations.js';
import {presentRelationship, relationshipOutput, relationships} from '../resources/relationships/relationships.js';
import {dropRepeated, refuseOtherCategories} from './held-keywords.js';
import type {Kind, LoadedReference} from './kind.js';
import {readKind, writtenKind} from './make-kind.js';
import {clearPreferred} from './preferred.js';
import {implyTeamMember, teamMemberFields, teamMemberOf} from './team-member.js';

export const ofConstituent: LoadedReference = {id: 'constituent_id', to: 'constituents', required: true};

const addressKind = <R extends AddressRow>(resource: Resource<R>): Kind =>
  writtenKind(resource, {
    references: [{id: 'item_id', also: 'constituent_id', to: 'constituents', required: true}],
    stored: clearPreferred(resource),
  });

const classAffiliationKind = readKind(
  {...classAffiliations, output: classAffiliationOutput, present: presentClassAffiliation},
  ['constituent_id', 'class_affiliation_type_id', 'year'],
  ({constituent_id, class_affiliation_type_id, year}, {id}) => ({
    id,
    constituent_id,
    class_affiliation_type_id,
    year,
    note: null,
  }),
  {references: [ofConstituent, {id: 'class_affiliation_type_id', to: 'class_affiliation_types', required: true}]},
);

const relationshipKind = readKind(
  {...relationships, output: relationshipOutput, present: presentRelationship},
  ['relationship_type_id', 'constituent_id', 'related_constituent_id', 'name'],
  ({relationship_type_id, constituent_id, related_constituent_id, name}, {id}) => ({
    id,
    relationship_type_id,
    constituent_id,
    related_constituent_id,
    name,
    description: null,
    auto_soft_credit: false,
    also_acknowledge: false,
    share_address: null,
    share_phone: null,
  }),
  {
    references: [
      {...ofConstituent, otherEnd: 'related_constituent_id'},
      {...ofConstituent, id: 'related_constituent_id'},
      {id: 'relationship_type_id', name: 'name', to: 'relationship_types', required: true},
    ],
  },
);

const constituentKeywordKind = readKind(
  {
    ...constituentKeywords,
    output: z.strictObject({id: z.int(), constituent_id: z.int(), keyword_id: z.int()}),
    present: (row: ConstituentKeywordRow) => row,
  },
  ['constituent_id', 'keyword_id'],
  ({constituent_id, keyword_id}, {id}) => ({id, constituent_id, keyword_id}),
  {
    references: [ofConstituent, {id: 'keyword_id', to: 'keywords', required: true}],
    interpret: refuseOtherCategories,
    stored: (row, {transaction}) => dropRepeated(row as ConstituentKeywordRow, transaction),
  },
);

const contactReportKind = writtenKind(contactReports, {
  references: [ofConstituent],
  apart: teamMemberFields,
  imply: implyTeamMember,
  interpret: teamMemberOf,
});

/** What belongs to a constituent, but for gifts and appeal requests. */
export const kindsUnderConstituents: readonly Kind[] = [
  classAffiliationKind,
  relationshipKind,
  addressKind(streetAddresses),
  addressKind(phoneNumbers),
  addressKind(emailAddresses),
  addressKind(webAddresses),
  constituentKeywordKind,
  writtenKind(groupMemberships, {references: [ofConstituent]}),
  writtenKind(memberships, {references: [ofConstituent]}),
  contactReportKind,
];
