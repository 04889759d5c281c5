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
      does: 'required on create, as the contract says, of organizations too; may be empty',
      option: '--assume required_fields=observed',
      turned:
        'taken without, as the service was seen to do: what is left out is null, of an organization `last_name` is its `org_name`, and no address is made',
      places: [{operations: ['createConstituent'], body: ['first_name', 'last_name', 'email_addresses']}],
    }),
    decided(
      'derived names',
      'made of the name parts that are not blank; of an organization without any, its `org_name`, and none but `addressee` and `alt_addressee`; a person without a first name is greeted by the last one',
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
      'of a set that is new (on create, with `remove_previous_...`, or where there was none of its kind) the first becomes preferred if none is, added by a PATCH of the constituent or by a POST of its own; one added later is not; a web address never is by itself; setting one preferred clears the others of its kind; deleting the preferred one promotes no other',
      {operations: addressWriting, body: ['is_preferred']},
    ),
    decided('an address without its value', 'stored with null: `address` of an e-mail, `number` of a phone, `url`', {
      operations: [...writing, ...addressWriting],
      body: ['address', 'number', 'url'],
    }),
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
    decided(
      '`class_affiliations`, `relationships` in a PATCH',
      'as `groups`: with the `id` of one of its own rows, that one changes, and `remove_previous_...` spares it; on create, and where they stand alone, an `id` is ignored',
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
    decided('`categories` in a body', 'by id, key or name, of item type `Constituent`', {
      operations: writing,
      body: ['categories'],
    }),
    decided('a contact report without a name, a date', "`Contact report for '<sort_name>'`, and today", {
      operations: ['createContactReportOfConstituent'],
      body: ['name', 'original_date'],
    }),
    decided(
      "an unknown `contact_report_type_id`, in a contact report's PATCH too",
      'no type: id and name null; `team_member` that is blank: nobody',
      {operations: reporting, body: ['contact_report_type_id', 'team_member']},
    ),
    switched({
      point: 'what stands under a deleted constituent',
      does: 'goes with it',
      option: '--assume constituent_delete=lingering',
      turned:
        'it can still be shown, changed and deleted by its own id, as was seen of group memberships; the constituent itself is 404, and so are its lists',
      places: [{operations: ['deleteConstituent']}],
    }),
    switched({
      point: 'the keyword of a new constituent',
      does: 'none but those sent',
      option: '--assume new_constituent_keyword=non_donor',
      turned:
        'Non Donor of the category `giving_status`, as on some accounts, unless the body names that category; none where the account has no such keyword',
      places: [{operations: ['createConstituent'], reply: ['categories']}],
    }),
  ],
};
