import * as z from 'zod';
import {attributes} from '../resources/attributes/attributes.js';
import {appeals} from '../resources/fundraising/appeals.js';
import {campaigns} from '../resources/fundraising/campaigns.js';
import {events} from '../resources/fundraising/events.js';
import {funds} from '../resources/fundraising/funds.js';
import {giftCategories} from '../resources/gifts/gift-categories.js';
import {giftTypes} from '../resources/gifts/gift-types.js';
import {mailingTemplates} from '../resources/gifts/mailing-templates.js';
import {paymentTypes} from '../resources/gifts/payment-types.js';
import {relationshipTypes} from '../resources/relationships/relationship-types.js';
import {teamMembers} from '../resources/team-members.js';
import {typeLists} from '../resources/types.js';
import {snakeCase} from './items.js';
import type {Kind} from './kind.js';
import {readKind} from './make-kind.js';

/** Where a new value stands in its list: behind those of an account that has few of them. */
const ordinal = 100;

const types = typeLists.map(list =>
  readKind(list, ['name'], ({name}, {id}) => ({id, name, display_name: name, code: snakeCase(name), ordinal})),
);

const undated = {description: null, code: null, start_date: null, end_date: null, financial_goal: null};

const dated = {description: null, financial_goal: null, projected_amount: null, code: null};

const noRights = {is_admin: false, is_primary_contact: false, is_billing_contact: false};

/** The lookup lists that clients only read, each with the defaults that a create would have. */
export const lookupKinds: readonly Kind[] = [
  ...types,
  readKind(teamMembers, ['first_name', 'last_name', 'email'], ({first_name, last_name, email}, {id}) => ({
    id,
    first_name,
    last_name,
    email,
    role_id: 0,
    ...noRights,
  })),
  readKind(funds, ['name'], ({name}, {id}) => ({id, name, ...undated})),
  readKind(campaigns, ['name'], ({name}, {id}) => ({id, name, ...undated})),
  readKind(appeals, ['name'], ({name}, {id, transaction}) => ({id, name, date: transaction.today, ...dated})),
  readKind(events, ['name'], ({name}, {id, transaction}) => ({
    id,
    name,
    date: transaction.today,
    end_date: null,
    ...dated,
  })),
  readKind(giftTypes, ['name'], ({name}, {id}) => ({id, name, ordinal})),
  readKind(
    giftCategories,
    ['display_name', 'gift_type_id', 'gift_type_name'],
    ({display_name, gift_type_id, gift_type_name}, {id}) => ({id, display_name, gift_type_id, gift_type_name}),
    {references: [{id: 'gift_type_id', name: 'gift_type_name', to: 'gift_types', required: true}]},
  ),
  readKind(paymentTypes, ['name'], ({name}, {id}) => ({id, name, key: snakeCase(name), ordinal})),
  readKind(
    mailingTemplates,
    ['name', 'mailing_type_id', 'mailing_type_name'],
    ({name, mailing_type_id, mailing_type_name}, {id}) => ({
      id,
      name,
      code: snakeCase(name),
      mailing_type_id,
      mailing_type_name,
      template_type: 'letter',
    }),
    {references: [{id: 'mailing_type_id', name: 'mailing_type_name', to: 'mailing_types', default: 'first'}]},
  ),
  readKind(
    relationshipTypes,
    ['name'],
    ({name}, {id}) => ({
      id,
      name,
      short_code: name,
      type_code: 'other',
      ordinal,
      removable: true,
      reciprocal_id: null,
      auto_soft_credit: null,
      share_class_year: null,
      share_membership: false,
      is_spouse_partner: false,
      share_class_year_to: null,
    }),
    {references: [{id: 'reciprocal_id', to: 'relationship_types'}]},
  ),
  readKind(
    attributes,
    ['name'],
    ({name}, {id}) => ({
      id,
      item_type: 'Constituent' as const,
      name,
      description: null,
      key: snakeCase(name),
      min_val: null,
      max_val: null,
      classification: 'text' as const,
      ordinal,
    }),
    // The wire shows these two with the values only. A real account may know more classifications than the sandbox.
    {unseen: {classification: z.string(), ordinal: z.int()}},
  ),
];
