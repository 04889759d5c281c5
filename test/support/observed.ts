/** What was seen of the service since its contract was written, and which test holds it. */

export interface ObservedFact {
  /** The number of the observation, or the kind of those that have none. */
  readonly of: number | 'confirmed' | 'data' | 'switch' | 'besides';
  readonly fact: string;
  /** Titles of tests, as they stand in the source. */
  readonly heldBy: readonly string[];
}

const numbered = (of: number, fact: string, ...heldBy: string[]): ObservedFact => ({of, fact, heldBy});
const confirmed = (fact: string, ...heldBy: string[]): ObservedFact => ({of: 'confirmed', fact, heldBy});
const data = (fact: string, ...heldBy: string[]): ObservedFact => ({of: 'data', fact, heldBy});
const turned = (fact: string, ...heldBy: string[]): ObservedFact => ({of: 'switch', fact, heldBy});

/** Parts of operations that the contract does not show. */
const besides = (fact: string, ...heldBy: string[]): ObservedFact => ({of: 'besides', fact, heldBy});

export const observedFacts: readonly ObservedFact[] = [
  numbered(
    1,
    'amounts and hours stand with a decimal in JSON, integers without; both are taken',
    'observed 1: the fields that are amounts or hours are declared so in every reply, and no others',
    'observed 1: amounts are written with a decimal, in replies, pages and nested records; both are taken',
    'observed 1: no text that a client stored is altered, whatever it looks like',
  ),
  numbered(
    2,
    'custom_attrs[].id is the id of the definition, the same on every constituent, and addresses it when sent back',
    'observed 2: the id in custom_attrs is that of the definition, and addresses it when sent back',
  ),
  numbered(
    3,
    'an address added by a PATCH of its constituent is preferred where the constituent had none of its kind',
    'observed 3: an address added by PATCH is preferred where it is the first of its kind',
  ),
  numbered(
    4,
    'categories of a constituent stand by the held keywords, in the detail by ordinal and name of the category',
    'observed 4: categories of a constituent stand by the held keywords, in the single object by themselves',
  ),
  numbered(
    5,
    'parent_gift_id 0, parent_external_id 0 and a blank team_member are unset',
    'observed 5: parent_gift_id 0, parent_external_id 0 and a blank team_member are unset',
  ),
  numbered(
    6,
    'a team_member who is nobody is dropped without a word, with gifts and contact reports; a PATCH keeps the old one',
    'observed 6: a team_member that is nobody is dropped without a word; a PATCH keeps the old one',
    'observed 6: a team member who is nobody is dropped; an update keeps the one before',
    'observed 6: strict mode refuses a team member who is nobody',
  ),
  numbered(
    7,
    'an unknown contact_report_type_name makes the type, with the next id',
    'observed 7: an unknown name of a type makes the type, and uses it',
    'observed 7: a request that is refused makes no type',
  ),
  numbered(
    8,
    'a contact report without a known type has none: id and name are null',
    'observed 8: a report without a known type has none',
  ),
  numbered(
    9,
    "a blank text of a contact report is a 422, Text can't be blank",
    "observed 9: a blank text is refused as Text can't be blank",
  ),
  numbered(
    10,
    'the error of a 422 is `error saving object`',
    'observed 10: the title of a 422 is `error saving object`, and the description says what',
  ),
  numbered(11, "a 404 for an id says Item with id '<id>' not found", 'observed 11: a 404 for an id names the id'),
  numbered(
    12,
    'a write under a constituent that does not exist is a 403; an unknown id itself and a list under it are 404',
    'observed 12: a write under a constituent that does not exist is a 403; a list under it is a 404',
  ),
  numbered(13, 'attaching an unknown keyword is a 400', 'observed 13: attaching a keyword that is not known is a 400'),
  numbered(
    14,
    'detaching a keyword that is not held succeeds; 404 only where the keyword does not exist',
    'observed 14: detaching a keyword that is not held is done; 404 only where there is no such keyword',
  ),
  numbered(
    15,
    'an id term with a text finds nothing; values with an operator stay 400; an unreadable gift_amount says so',
    'observed 15: an id term with a text finds nothing, and is no error',
    'observed 15: values with an operator stay errors, and strict mode refuses texts',
    'observed 15: an unreadable gift_amount is a Parameter Error that cannot parse the value',
  ),
  numbered(
    16,
    'date_from without date_to finds gifts without a date too',
    'observed 16: date_from without date_to finds gifts without a date too',
  ),
  numbered(
    17,
    'of q without brackets the last counts, of q[] all',
    'observed 17: of several q without brackets the last counts; of q[] all do',
  ),
  numbered(
    18,
    'the challenge of a wrong Bearer names the realm',
    'observed 18: the challenge of a wrong Bearer names the realm',
  ),
  numbered(
    19,
    'ids of lookups differ per account, and are never 1, 2 or 3 there',
    'observed 19: the ids of an account are never 1, 2 or 3, in a list that an account fills too',
  ),
  numbered(
    20,
    'a value without = is a 400 in every search',
    'observed 20: a value without = is an error in every search',
  ),
  numbered(21, 'no reply has rate-limit headers', 'observed 21: no reply has rate-limit headers, whatever its status'),
  numbered(
    22,
    'a contact report of nobody has team_member and team_member_email null',
    'observed 22: a report of nobody has neither team member nor e-mail',
  ),
  numbered(
    23,
    'a category created with a key keeps it; only one without gets a generated one',
    'observed 23: a category created with a key keeps it; only one without gets a key made for it',
  ),
  numbered(
    24,
    'derived names: of a person without a first name the last name alone; of an organization only the addressees',
    'observed 24: derived names of organizations, and of a person without a first name',
  ),
  numbered(
    25,
    'web addresses are never preferred by themselves; of the others the first of its kind is, a later one is not',
    'observed 25: a web address is preferred only where it is sent so',
    'observed 25: a POST to a kind’s own endpoint: the first is preferred, one added later is not',
  ),

  confirmed('unknown q[] terms are 400', 'confirmed: an unknown term is a 400 in every search, and is named'),
  confirmed(
    'groups= finds ended memberships; duplicate group memberships are taken',
    'confirmed: groups= finds who was in the group once, and the same group can be joined twice',
  ),
  confirmed(
    'attaching a held keyword succeeds; a single category replaces',
    'confirmed: attaching a held keyword is done again, and a second of a single category replaces the first',
  ),
  confirmed('a PATCH of date_end leaves is_current true', 'confirmed: a PATCH of date_end leaves is_current true'),
  confirmed('GET after DELETE is 404', 'confirmed: GET after DELETE is a 404, of every kind that can be deleted'),
  confirmed(
    'team_member by id, e-mail or "First Last"',
    'confirmed: a team member is named by id, e-mail or first and last name, in gifts and contact reports',
  ),
  confirmed(
    'a plain gift_amount is 400; GET /gifts does not exist',
    'confirmed: a plain gift_amount is a 400, and there is no list of all gifts or of all relationships',
  ),

  data(
    'last_name of an organization is never null: mostly its name, sometimes another text; left out, its org_name',
    'observed data: no organization is without a last name, and real life shows',
    'observed 24: derived names of organizations, and of a person without a first name',
  ),
  data(
    'unpaid installments have no dates, nothing deductible, and the pledge as parent; a payment may be a Donation',
    'gifts are of every type, pledges have payments, and some constituents have many',
    'observed data: a payment may be a Gift of category Donation with the pledge as its parent',
  ),
  data(
    'ack_preferences, tags and giving_status have keywords that are not removable, with short codes and ordinals',
    'the keywords that the service itself knows are not removable, and have short codes',
  ),
  data(
    'attributes are classified text or integer; a held one may be blank',
    'observed data: a held attribute may have a blank value, and is answered with it',
  ),
  data('the seeded data end on a fixed day', 'nothing but memberships is dated after the data end'),

  turned(
    'first_name, last_name, email_addresses and gift_type_id: required, with the switch named; or taken without',
    'required_fields=contract: a refusal ends with how to have it taken',
    'required_fields=observed: what is left out is null or empty',
    'required_fields=observed: a gift without a type is a Gift; otherwise the refusal ends with the switch',
    'required_fields=observed: a category without item_type is for constituents',
    'email_addresses: [] satisfies the contract; it is what a body without it answers where it may be left out',
  ),
  turned(
    'assume observed and assume contract set every switch at once',
    'GET /_sandbox lists each switch: what it holds, what it could, and how well that is known',
    'each word turns a switch to a value that it has',
  ),
  turned(
    'the names in gifts/search: filled or null',
    'gift_search_names: the names in a search are filled, or null; the gift itself has them either way',
  ),
  turned(
    'what stood under a deleted constituent: goes with it, or answers by its own id',
    'constituent_delete=cascade: what stood under it goes with it',
    'constituent_delete=lingering: the constituent is gone, what stood under it answers by its own id',
  ),
  turned(
    'new constituents get the keyword Non Donor, or nothing',
    'new_constituent_keyword: Non Donor where it is assumed, and nothing otherwise',
  ),
  turned(
    'an address element without its value is stored with null',
    'an address element without its value is stored with null, of every kind of address',
  ),

  besides(
    'class_affiliations and relationships are written with a constituent; a PATCH appends, or replaces',
    'relationships and class affiliations are written with their constituent',
  ),
  besides(
    'the term class, and lgl_id beside svc_id',
    'class finds by type and years of one affiliation; lgl_id sorts as svc_id',
  ),
  besides(
    'expand=class_affiliations stands before relationships',
    'expand adds the arrays that are asked for, as the single object has them',
  ),
  besides('tribute_* of gifts', 'a tribute is written, answered, changed, and found by a search'),
  besides('auto_sync_to_qbo', 'auto_sync_to_qbo is taken, and answered only where the switch says so'),
  besides(
    'appeal_types, event_types and constituent_is_org of gifts/search',
    'gifts are found by the type of their appeal and event, which only brought data have',
  ),
  besides('sort of contact reports', 'contact reports are sorted by name, date and constituent, listed or searched'),
  besides(
    'ten type lists, their values by ordinal and id',
    'there are ten lists of types, in the order of the service, and each answers on its own',
    'the values of types: names, codes, ordinals',
    'the ordinals of lists, and the order of relationship types',
  ),
  besides(
    'ten gift types, and the hidden one',
    'there are ten gift types; a gift of type 14 is shown by its id and stands in no list',
  ),
  besides(
    'attributes without item_type are those of constituents',
    'gift categories are listed by gift type, mailing templates by mailing type, attributes by item type',
  ),
];
