import {decided, type Section} from './assumption.js';

const writing = ['createConstituent', 'updateConstituent'];
const lists = ['listConstituents', 'searchConstituents'];
const addresses = ['EmailAddress', 'PhoneNumber', 'StreetAddress', 'WebAddress'];
const addressWriting = addresses.flatMap(name => [`create${name}OfConstituent`, `update${name}`]);

/** Constituents, and what stands under them. */
export const constituents: Section = {
  title: 'Constituents',
  assumptions: [
    decided('`first_name`, `last_name`, `email_addresses`', 'required on create, of organizations too; may be empty', {
      operations: ['createConstituent'],
      body: ['first_name', 'last_name', 'email_addresses'],
    }),
    decided(
      'derived names',
      'made of the name parts that are not blank; of an organization without any, its `org_name`',
      {
        operations: ['createConstituent'],
        reply: ['addressee', 'salutation', 'annual_report_name', 'honorary_name', 'alt_addressee', 'alt_salutation'],
      },
    ),
    decided('`sort_name`', '"Last, First"; of an organization its `org_name`; follows the names on update', {
      operations: [...writing, 'showConstituent', ...lists],
      reply: ['sort_name'],
    }),
    decided('order of names', 'without case and accents, then by id', {operations: lists}),
    decided('inactive constituents', 'not listed; found by id', {operations: [...lists, 'showConstituent']}),
    decided(
      'preferred addresses',
      'in a set that is new (on create, or with `remove_previous_...`) the first becomes preferred if none is; one added later is not; setting one preferred clears the others of its kind; deleting the preferred one promotes no other',
      {operations: addressWriting, body: ['is_preferred']},
    ),
    decided(
      '`custom_attrs`',
      "`id` is the definition's (from `GET /attributes`), in a body and in a reply; one value of each: sent again it replaces; an unknown `key` is ignored, an unknown `id` refused; values are stored as sent, whatever the classification",
      {body: ['custom_attrs']},
    ),
    decided(
      '`groups` in a PATCH',
      'with the `id` of a membership, that one changes; `remove_previous_groups` spares it',
      {operations: ['updateConstituent'], body: ['groups', 'remove_previous_groups']},
    ),
    decided('`categories` in a body', 'by id, key or name, of item type `Constituent`', {
      operations: writing,
      body: ['categories'],
    }),
    decided(
      'a contact report without a name, a date, a type',
      "`Contact report for '<sort_name>'`, today, and the first type of the list",
      {
        operations: ['createContactReportOfConstituent'],
        body: ['name', 'original_date', 'contact_report_type_id', 'contact_report_type_name'],
      },
    ),
  ],
};
