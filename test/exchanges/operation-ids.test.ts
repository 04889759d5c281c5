import test from 'ava';
import {operationIdOf} from '../../src/exchanges/pattern.js';
import {operations} from '../../src/resources/index.js';

const ids = operations.map(({id}) => id);

test('an operation is found by its id, or by a unique short id', t => {
  t.is(operationIdOf('createGiftOfConstituent', ids), 'createGiftOfConstituent');
  t.is(operationIdOf('createGift', ids), 'createGiftOfConstituent');
  t.is(operationIdOf('listGifts', ids), 'listGiftsOfConstituent');
  t.is(operationIdOf('listNotes', ids), 'listNotes'); // although listNotesOfConstituent exists
});

test('an ambiguous short id is rejected with its candidates', t => {
  t.throws(() => operationIdOf('createInvitation', ids), {
    message: 'operation: "createInvitation" may be createInvitationOfEvent or createInvitationOfConstituent; say which',
  });
});

test('an unknown id is rejected with the nearest one', t => {
  t.throws(() => operationIdOf('createGitf', ids), {
    message: 'operation: there is no "createGitf"; did you mean createGift?',
  });
  t.throws(() => operationIdOf('frobnicate', ids, 'verify.operation'), {
    message: 'verify.operation: there is no "frobnicate"; /openapi.json lists all',
  });
});
