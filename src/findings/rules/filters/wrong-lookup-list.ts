import {pageFacts} from '../../memory/pages-read.js';
import {shown} from '../../rewrite.js';
import {del, example, type FindingRule, fine} from '../../rule.js';

const right = '/api/v1/gift_categories';

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
  reads: operation => operation?.id === 'listCategories',
  inspect: exchange => {
    const facts = pageFacts(exchange);
    const got = exchange.query['item_type'];
    if (facts === undefined || got === undefined) {
      return undefined;
    }
    return facts.total_items > 0 || !/^gift$/i.test(String(got))
      ? fine
      : {
          where: 'item_type',
          got: shown(got),
          nearest: right,
          message: `this list is empty; the categories of gifts stand in ${right}`,
          fix: `Ask GET ${right}.`,
          request: () => ({method: 'GET', path: right}),
        };
  },
};
