import {type AssumptionScope, decided, type Section, switched} from './assumption.js';

const term = (...operations: readonly string[]): AssumptionScope => ({operations, parameters: ['q[]']});
const everyTerm = term('searchConstituents', 'searchContactReports', 'searchGifts', 'searchVolunteerTimes');
const constituentTerm = term('searchConstituents');

export const searching: Section = {
  title: 'Searching',
  intro: '[search.md](search.md) has the terms. Besides what stands there:',
  assumptions: [
    decided(
      'case, accents',
      'do not count: `jose` finds `José`, `ÑANDÚ` finds `nandu`. Names of lookups, keys and sorts count as written',
      everyTerm,
    ),
    decided(
      'blanks around a value',
      'do not count; a value that is nothing but blanks is refused, as is an empty term (`q[]=`, `name=a;`)',
      everyTerm,
    ),
    decided(
      'how much a search may ask',
      '100 different terms, each of 16,000 characters at the most; more: 400. A term that is there again changes nothing',
      everyTerm,
    ),
    decided(
      '`null` and blank fields',
      'in no match; with `ne` and `nft` neither: who holds no value of an attribute is never found',
      everyTerm,
    ),
    decided('`city`, `state`, ... twice', 'each must hold, of any address: not of the same one', constituentTerm),
    decided('addresses that are not current', 'count', constituentTerm),
    decided('`state`', 'any text, not only two letters', constituentTerm),
    decided('`phone_number`', 'as written, or by digits where the value is digits and punctuation', constituentTerm),
    decided('`keyword`', 'one id; an archived keyword that is held counts', constituentTerm),
    decided('`groups`', 'any membership, current or not', constituentTerm),
    switched({
      point: '`membership_status`',
      does: '0 lapsed, 1 active. The last day of a membership still is active',
      option: '--assume membership_status=0:active',
      turned: '0 active, 1 lapsed: the contract has both meanings',
      places: [constituentTerm],
    }),
    decided(
      'the latest membership',
      'the one that ends last; one without an end is later than any other; then the one that starts last. It decides for `membership_level`, `membership_status`, both end dates, and both sorts',
      constituentTerm,
    ),
    decided(
      'a membership without an end',
      "active; not found by an end date; sorts behind those that end, before nobody's",
      constituentTerm,
    ),
    decided(
      '`custom_attr_from`, `_to`',
      'compare the day that the value begins with; a value that is not a date is not found',
      constituentTerm,
    ),
    decided(
      '`custom_attr_int`',
      'compares the value as a decimal number; one that is none is not found',
      constituentTerm,
    ),
    decided('an id, or the key of an attribute, that nothing has', 'finds nothing: no error', everyTerm),
    decided(
      'a text where ids are taken',
      'finds nothing: no error, as seen of `keyword`; among ids it is passed over; with `--strict` refused. A blank one, and one behind an operator, is an error',
      everyTerm,
    ),
    decided('`q` without brackets, twice', 'the last counts; of `q[]` all do', {parameters: ['q']}),
    decided('a plain date where a moment is taken', 'from its first second, to its last', everyTerm),
    decided(
      "a contact report's `original_date`, a gift's `received_date`",
      'stand for their first second',
      term('searchContactReports', 'searchGifts'),
    ),
    decided('gifts: `ni`', 'finds those with none, too', term('searchGifts')),
    decided(
      '`sort`',
      'null last, first when reversed; ties by id, reversed or not; `date_created` is `created_at`; `membership_level` in the order of the list of levels; an unknown name: 400',
      {parameters: ['sort']},
    ),
    decided(
      '`expand`',
      'the order in the reply is fixed, whatever order was asked for; `expand=` asks for nothing; an unknown name: 400',
      {parameters: ['expand']},
    ),
    decided('gifts and contact reports of inactive constituents', 'found', term('searchContactReports', 'searchGifts')),
    decided('a search of gifts', 'is offered, with the terms of the service; the contract does not show it', {
      operations: ['searchGifts'],
    }),
  ],
};

/** Assumptions about the comparison of texts outside searches. */
export const text: Section = {
  title: 'Text',
  assumptions: [
    decided('case and accents where names are sorted', 'do not count either: `Ólafsson` stands with `olafsson`'),
  ],
};
