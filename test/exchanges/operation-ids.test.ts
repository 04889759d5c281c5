import test from 'ava';
import {operationIdOf} from '../../src/exchanges/pattern.js';
import {operations} from '../../src/resources/index.js';

const ids = operations.map(({id}) => id);

test('an operation has its id, and a short one where no other has the same', t => {
  t.is(operationIdOf('createGiftOfConstituent', ids), 'createGiftOfConstituent');
  t.is(operationIdOf('createGift', ids), 'createGiftOfConstituent');
  t.is(operationIdOf('listGifts', ids), 'listGiftsOfConstituent');
  t.is(operationIdOf('listNotes', ids), 'listNotes'); // though there is listNotesOfConstituent
});

test('a short id that fits several is refused, and names them', t => {
  t.throws(() => operationIdOf('createInvitation', ids), {
    message: 'operation: "createInvitation" may be createInvitationOfEvent or createInvitationOfConstituent; say which',
  });
});

test('an id that there is not is refused, with the nearest', t => {
  t.throws(() => operationIdOf('createGitf', ids), {
    message: 'operation: there is no "createGitf"; did you mean createGift?',
  });
  t.throws(() => operationIdOf('frobnicate', ids, 'verify.operation'), {
    message: 'verify.operation: there is no "frobnicate"; /openapi.json lists all',
  });
});
