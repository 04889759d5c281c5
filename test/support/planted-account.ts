/** Personal names, numbers and addresses in the lists of the account. */
export const planted = [
  ...['Ada Lovelace', 'Countess King', 'Byron', 'Zoë Núñez', 'lovelace_lunch', 'LOV1815', 'Babbage', 'Menabrea'],
  ...['8675309', 'ada@analytical.example', '12 St. James Square', 'Somerville', 'De Morgan', 'ada_size', 'Ockham'],
  ...['Crosse', 'Faraday', 'Dickens', 'Wheatstone', 'Medora', 'Annabella', 'Woronzow', 'Noel', 'Greig', 'Hobhouse'],
];

/** Records with personal data in each field that can contain a name. */
export const plantedRecords = {
  funds: [
    {
      id: 3105,
      name: 'Ada Lovelace Memorial Fund',
      description: 'Call 8675309',
      code: 'LOV1815',
      start_date: '2020-02-02',
    },
    {id: 3106, name: 'Fund "Countess King"\nof Ockham', financial_goal: 1234.5},
  ],
  campaigns: [{id: 4100, name: 'Babbage Engine', description: 'See Menabrea', start_date: '2021-01-01'}],
  appeals: [{id: 4200, name: 'Letter of Zoë Núñez', date: '2024-04-04', code: 'Greig'}],
  events: [
    {id: 4300, name: "Dinner at Byron's home", description: '12 St. James Square', date: '2025-05-05', code: 'Noel'},
  ],
  attributes: [
    {id: 4400, name: 'T-shirt of Ada Lovelace', key: 'ada_size', description: 'ada@analytical.example'},
    {id: 4401, name: 'Rating', key: 'rating', min_val: 1, max_val: 5},
    {id: 4402, item_type: 'Invitation', name: 'Seat of Somerville', key: 'seat_date'},
  ],
  categories: [
    {
      ...{id: 4500, item_type: 'Constituent', name: 'Volunteer status', key: 'lovelace_lunch', facet_type: 'Crosse'},
      display_format: 'Faraday',
      keywords: [
        {id: 4501, name: 'Friend of De Morgan', description: 'Ask Dickens', short_code: 'Wheatstone', ordinal: 1},
        {id: 4502, name: 'Aged', ordinal: 1},
      ],
    },
  ],
  gift_categories: [{id: 4600, display_name: 'Medora bequest', gift_type_id: 1}],
  payment_types: [{id: 4700, name: 'Check of Annabella', key: 'annabella'}],
  mailing_templates: [{id: 4800, name: 'Thanks, Woronzow', code: 'woronzow', template_type: 'Hobhouse'}],
  groups: [{id: 4900, name: 'Heirs of Byron', key: 'heirs_of_byron'}],
  membership_levels: [{id: 5000, name: 'Somerville Circle', ordinal: 3}],
  relationship_types: [{id: 5100, name: 'Nurse of Medora', short_code: 'Medora', type_code: 'Greig'}],
  class_affiliation_types: [{id: 5200, name: 'Pupil of De Morgan'}],
  lists: [{id: 5300, name: 'Byron dinner', description: 'Guests of Annabella'}],
  contact_report_types: [{id: 5400, name: 'Visit to Faraday', display_name: 'Faraday', code: 'faraday'}],
  constituents: [
    {
      ...{
        id: 999_001,
        first_name: 'Ada',
        last_name: 'Lovelace',
        email_addresses: [{address: 'ada@analytical.example'}],
      },
      custom_attrs: [{key: 'ada_size', value: 'Size of Countess King'}],
    },
  ],
};
