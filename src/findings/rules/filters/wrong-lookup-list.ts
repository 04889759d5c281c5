import {pageFacts} from '../../memory/pages-read.js';
import {shown} from '../../rewrite.js';
import {del, example, type FindingRule, fine} from '../../rule.js';

const right = '/api/v1/gift_categories';

export const wrongLookupList: FindingRule = {
  id: 'wrong-lookup-list',
  axis: 'filters',
  level: 'warn',
  what: 'A list is empty because its values are in another list: `/categories?item_type=Gift` has custom fields of gifts, not the values of `gift_category_id`.',
  why: 'The client finds no category and writes gifts without one.',
  turnOff: 'If the client checks an account that has no custom fields of gifts.',
  bad: example(del('/api/v1/categories/1045'), del('/api/v1/categories/1046'), '/api/v1/categories?item_type=Gift'),
  good: example('/api/v1/gift_categories'),
  falseAlarms: [
    {
      what: 'A list that is not empty: the client probably meant it.',
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
          message: `this list is empty; the categories of gifts are in ${right}`,
          fix: `Use GET ${right}.`,
          request: () => ({method: 'GET', path: right}),
        };
  },
};
