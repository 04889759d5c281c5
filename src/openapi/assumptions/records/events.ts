import {decided, type Section} from '../assumption.js';

const kinds = ['Appeal', 'Campaign', 'Fund', 'Event'];
const writing = kinds.flatMap(kind => [`create${kind}`, `update${kind}`]);

export const events: Section = {
  title: 'Appeals, funds, events, lists',
  assumptions: [
    decided('an appeal, campaign, fund or event that is deleted', 'gifts, requests and invitations keep id and name', {
      operations: kinds.map(kind => `delete${kind}`),
    }),
    decided('one that is renamed', 'what was written before keeps the old name', {
      operations: kinds.map(kind => `update${kind}`),
      body: ['name'],
    }),
    decided("an appeal's `is_active`", 'true where it is not sent; on the single object only, never in a list', {
      operations: ['showAppeal', 'createAppeal', 'updateAppeal'],
      reply: ['is_active'],
    }),
    decided('a request to an appeal without a date', 'its `name` lacks the parentheses', {
      operations: ['createAppealRequestOfAppeal', 'createAppealRequestOfConstituent', 'showAppealRequest'],
      reply: ['name'],
    }),
    decided('`code` of a fund', 'a string or an integer; answered as a string', {
      operations: ['createFund', 'updateFund'],
      body: ['code'],
    }),
    decided('`date`, `end_date`, `start_date` left out', 'null; an end before the start is taken', {
      operations: writing,
      body: ['date', 'end_date', 'start_date'],
    }),
    decided(
      'the type of an appeal or event',
      'only seeded and imported ones have one (`appeal_type_id`, `event_type_id` of a seed); no body takes it, no reply shows it. A deleted appeal or event has none',
      {operations: ['searchGifts'], parameters: ['q[]']},
    ),
    decided('`constituent_is_org` of a search of gifts', 'stands behind `external_constituent_id`', {
      operations: ['searchGifts'],
      reply: ['constituent_is_org'],
    }),
    decided(
      'lists',
      '`id`, `name`, `description`, by id; searched by `name`; a constituent is on a list by seed only',
      {
        operations: ['listLists', 'searchLists'],
      },
    ),
    decided('the search term `lists`', 'who is on any of the lists', {
      operations: ['searchConstituents'],
      parameters: ['q[]'],
    }),
  ],
};
