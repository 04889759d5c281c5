import {type AssumptionScope, decided, type Section, switched} from './assumption.js';

const term = (...operations: readonly string[]): AssumptionScope => ({operations, parameters: ['q[]']});
const everyTerm = term('searchConstituents', 'searchContactReports', 'searchGifts', 'searchVolunteerTimes');
const constituentTerm = term('searchConstituents');

export const searching: Section = {
  title: 'Searching',
  intro: 'In addition to [search.md](search.md):',
  assumptions: [
    decided(
      'case, accents',
      'ignored: `jose` finds `José`, `ÑANDÚ` finds `nandu`. Names of lookups, keys and sorts must match exactly',
      everyTerm,
    ),
    decided(
      'blanks around a value',
      'ignored; a blank value and an empty term (`q[]=`, `name=a;`) are rejected',
      everyTerm,
    ),
    decided(
      'size of a search',
      '100 different terms of 16,000 characters; more: 400. A repeated term changes nothing',
      everyTerm,
    ),
    decided(
      '`null` and blank fields',
      'never match, not even with `ne` and `nft`: a constituent without a value of an attribute is never found',
      everyTerm,
    ),
    decided('`city`, `state`, ... twice', 'both must match, possibly different addresses', constituentTerm),
    decided('addresses that are not current', 'match', constituentTerm),
    decided('`state`', 'any text, not only two letters', constituentTerm),
    decided('`phone_number`', 'as written; a value of digits and punctuation matches by digits', constituentTerm),
    decided('`keyword`', 'one id; an archived keyword matches', constituentTerm),
    decided('`groups`', 'any membership, current or not', constituentTerm),
    switched({
      point: '`membership_status`',
      does: '0 lapsed, 1 active; a membership is active on its last day',
      option: '--assume membership_status=0:active',
      turned: '0 active, 1 lapsed: the contract has both meanings',
      places: [constituentTerm],
    }),
    decided(
      'latest membership',
      'the one that ends last; without an end is latest; ties by start. It determines `membership_level`, `membership_status`, end dates and sorts',
      constituentTerm,
    ),
    decided(
      'membership without an end',
      'active; not found by an end date; sorted after those that end and before no membership',
      constituentTerm,
    ),
    decided(
      '`custom_attr_from`, `_to`',
      'compare the day at the start of the value; other values are not found',
      constituentTerm,
    ),
    decided('`custom_attr_int`', 'compares decimal numbers; other values are not found', constituentTerm),
    decided('unknown id or attribute key', 'finds nothing, without an error', everyTerm),
    decided(
      'text instead of an id',
      'finds nothing, without an error (observed for `keyword`); among ids, it is skipped; rejected with `--strict`. A blank one, and one after an operator, is an error',
      everyTerm,
    ),
    decided('`q` without brackets, twice', 'the last one counts; every `q[]` counts', {parameters: ['q']}),
    decided('date instead of a moment', 'a lower bound is its first second, an upper bound its last', everyTerm),
    decided(
      "a contact report's `original_date`, a gift's `received_date`",
      'mean their first second',
      term('searchContactReports', 'searchGifts'),
    ),
    decided('gifts: `ni`', 'also finds those with none', term('searchGifts')),
    decided(
      '`sort`',
      'null last, or first if reversed; ties by id in both directions; `date_created` is `created_at`; `membership_level` is in the order of the levels; an unknown name: 400',
      {parameters: ['sort']},
    ),
    decided('`expand`', 'the order in the response is fixed; `expand=` adds nothing; an unknown name: 400', {
      parameters: ['expand'],
    }),
    decided('gifts and contact reports of inactive constituents', 'found', term('searchContactReports', 'searchGifts')),
    decided('search of gifts', 'has the terms of the service, although the contract does not list it', {
      operations: ['searchGifts'],
    }),
  ],
};

/** Assumptions about the comparison of texts outside searches. */
export const text: Section = {
  title: 'Text',
  assumptions: [decided('case and accents in sorted names', 'ignored: `Ólafsson` is next to `olafsson`')],
};
