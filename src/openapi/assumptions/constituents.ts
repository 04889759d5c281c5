import {decided, type Section, switched} from './assumption.js';

const writing = ['createConstituent', 'updateConstituent'];
const lists = ['listConstituents', 'searchConstituents'];
const addresses = ['EmailAddress', 'PhoneNumber', 'StreetAddress', 'WebAddress'];
const addressWriting = addresses.flatMap(name => [`create${name}OfConstituent`, `update${name}`]);

const reporting = ['createContactReportOfConstituent', 'updateContactReport'];

export const constituents: Section = {
  title: 'Constituents',
  assumptions: [
    switched({
      point: '`first_name`, `last_name`, `email_addresses`',
      does: 'required on create, also for organizations; may be empty',
      option: '--assume required_fields=observed',
      turned:
        "optional (observed): omitted fields are null, an organization's `last_name` is its `org_name`, and no address is created",
      places: [{operations: ['createConstituent'], body: ['first_name', 'last_name', 'email_addresses']}],
    }),
    decided(
      'derived names',
      'built from the name parts that are not blank. An organization without name parts uses `org_name`, only for `addressee` and `alt_addressee`. A person without a first name is greeted by the last name',
      {
        operations: ['createConstituent'],
        reply: ['addressee', 'salutation', 'annual_report_name', 'honorary_name', 'alt_addressee', 'alt_salutation'],
      },
    ),
    decided('`sort_name`', '"Last, First", or `org_name` of an organization; updated with the names', {
      operations: [...writing, 'showConstituent', ...lists],
      reply: ['sort_name'],
    }),
    decided('order of names', 'ignores case and accents; ties by id', {operations: lists}),
    decided('inactive constituents', 'not listed; found by id', {operations: [...lists, 'showConstituent']}),
    decided(
      'preferred addresses',
      'the first address of a new set (on create, with `remove_previous_...`, or the first of its type by PATCH or POST) becomes preferred if none is; later ones and web addresses do not. Setting one clears the others of its type; deleting it promotes no other',
      {operations: addressWriting, body: ['is_preferred']},
    ),
    decided('address without its value', 'stored with null: `address` of an email, `number` of a phone, `url`', {
      operations: [...writing, ...addressWriting],
      body: ['address', 'number', 'url'],
    }),
    decided(
      '`custom_attrs`',
      "`id` is the definition's (`GET /attributes`), in bodies and responses. An attribute has one value, which a new one replaces. An unknown `key` is ignored, an unknown `id` rejected. Values are stored as sent",
      {body: ['custom_attrs']},
    ),
    decided(
      '`groups` in a PATCH',
      'an entry with the `id` of a membership changes it; `remove_previous_groups` keeps it',
      {operations: ['updateConstituent'], body: ['groups', 'remove_previous_groups']},
    ),
    decided(
      '`class_affiliations`, `relationships` in a PATCH',
      'like `groups`: an entry with the `id` of an existing row changes it, and `remove_previous_...` keeps it; on create, and in their own requests, `id` is ignored',
      {
        operations: ['updateConstituent'],
        body: [
          'class_affiliations',
          'relationships',
          'remove_previous_class_affiliations',
          'remove_previous_relationships',
        ],
      },
    ),
    decided('`categories` in a body', 'by id, key or name, with item type `Constituent`', {
      operations: writing,
      body: ['categories'],
    }),
    decided('contact report without name or date', "`Contact report for '<sort_name>'`; today", {
      operations: ['createContactReportOfConstituent'],
      body: ['name', 'original_date'],
    }),
    decided(
      'unknown `contact_report_type_id`, also in a PATCH',
      'no type: id and name are null; a blank `team_member` matches no team member',
      {operations: reporting, body: ['contact_report_type_id', 'team_member']},
    ),
    switched({
      point: 'records of a deleted constituent',
      does: 'deleted',
      option: '--assume constituent_delete=lingering',
      turned:
        'remain available by their own ids (observed for group memberships); the constituent and its lists are a 404',
      places: [{operations: ['deleteConstituent']}],
    }),
    switched({
      point: 'keyword of a new constituent',
      does: 'only those sent',
      option: '--assume new_constituent_keyword=non_donor',
      turned:
        'Non Donor of the category `giving_status`, as in some accounts, if the account has it and the body names no keyword of that category',
      places: [{operations: ['createConstituent'], reply: ['categories']}],
    }),
  ],
};
