import {pageFacts} from '../../memory/pages-read.js';
import {shown} from '../../rewrite.js';
import {del, example, type FindingRule, fine} from '../../rule.js';

/** Lookup lists that clients confuse with others. */
const confused: ReadonlyArray<{list: string; parameter: string; value: RegExp; right: string; what: string}> = [
  {
    list: 'listCategories',
    parameter: 'item_type',
    value: /^gift$/i,
    right: '/api/v1/gift_categories',
    what: 'the categories of gifts',
  },
];

export const wrongLookupList: FindingRule = {
  id: 'wrong-lookup-list',
  axis: 'filters',
  level: 'warn',
  what: 'A list is asked for what stands in another, and is empty: `/categories?item_type=Gift` holds custom fields of gifts, not the `gift_category_id` of a gift.',
  why: 'The client finds no category, and writes gifts without one.',
  turnOff: 'Where an account without custom fields of gifts is asked for them.',
  bad: example(del('/api/v1/categories/1045'), del('/api/v1/categories/1046'), '/api/v1/categories?item_type=Gift'),
  good: example('/api/v1/gift_categories'),
  falseAlarms: [
    {
      what: 'A list that holds something is taken for the one that was meant.',
      example: example('/api/v1/categories?item_type=Gift'),
    },
  ],
  reads: operation => confused.some(({list}) => list === operation?.id),
  inspect: exchange => {
    const facts = pageFacts(exchange);
    const {operation, query} = exchange;
    const asked = confused.find(({list, parameter}) => list === operation!.id && query[parameter] !== undefined);
    if (facts === undefined || asked === undefined) {
      return undefined;
    }
    const {parameter, value, right, what} = asked;
    const got = String(query[parameter]);
    return facts.total_items > 0 || !value.test(got)
      ? fine
      : {
          where: parameter,
          got: shown(got),
          nearest: right,
          message: `this list is empty; ${what} stand in ${right}`,
          fix: `Ask GET ${right}.`,
          request: () => ({method: 'GET', path: right}),
        };
  },
};
