import {createUnder, destroy, list, listUnder, show, update} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {beyondContract} from '../../operations/operation.js';
import {searchOperation} from '../../operations/search-operation.js';
import {generateVolunteerTimes} from './generate.js';
import {volunteerTimeSearch} from './search.js';
import {volunteerTimes} from './volunteer-times.js';

export const volunteerTimeKind = kindOf(
  {...volunteerTimes, generate: {constituent: generateVolunteerTimes}},
  beyondContract('observed: the service has volunteer times, the contract does not show them', [
    searchOperation(volunteerTimeSearch),
    listUnder(volunteerTimes, 'constituents'),
    createUnder(volunteerTimes, 'constituents'),
    list(volunteerTimes),
    show(volunteerTimes),
    update(volunteerTimes),
    destroy(volunteerTimes),
  ]),
);
