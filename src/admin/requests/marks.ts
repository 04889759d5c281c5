import * as z from 'zod';
import {unprocessableEntity} from '../../errors.js';
import {limits} from '../../limits.js';
import {body, must} from '../../schema/fields.js';
import {adminOperation, visitInTurns} from '../admin-operation.js';

const wording = must(`a text of 1 to ${limits.markLength} characters, or null for no mark`);

export const setMark = adminOperation({
  id: 'setMark',
  method: 'POST',
  path: '/_sandbox/marks',
  summary: 'Mark the requests that come from now on, as those of a test',
  body: body({name: z.string(wording).min(1, wording).max(limits.markLength, wording).nullable().optional()}),
  takesAll: true,
  handle: async ({account, journal, targets, body: {name}}) => {
    if (name === undefined) {
      throw unprocessableEntity('name: must be given: what to call the requests from now on, or null for no mark');
    }
    await visitInTurns(targets, each => {
      journal.of(each.name).mark = name ?? undefined;
    });
    return {name, since: journal.of(account.name).lastSeq};
  },
});
