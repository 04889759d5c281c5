import test, {type ExecutionContext} from 'ava';
import type {StartOptions} from '../../src/sandbox/start-options.js';
import {created, everyItem, newConstituent, ownAccount} from '../support/factories.js';
import {startTestSandbox} from '../support/sandbox.js';

async function open(t: ExecutionContext, options: StartOptions = {}) {
  const client = ownAccount(await startTestSandbox(t, options));
  const {id} = await newConstituent(client);
  return {client, id, place: `constituents/${id}/notes`};
}

const dated = {text: 'Likes the garden.', original_date: '2025-12-01'};

test('a note has nine fields, can be moved, and is deleted with its constituent', async t => {
  const {client, id, place} = await open(t);
  const [general] = await everyItem(client, 'types/note_types');
  const note = await created(client.post(place, {...dated, note_type_id: general.id, external_id: 'n-1'}));
  const {api_version: _, id: noteId, ...fields} = note;
  t.deepEqual(fields, {
    constituent_id: id,
    note_type_id: general.id,
    note_type_name: 'General',
    text: 'Likes the garden.',
    external_id: 'n-1',
    original_date: '2025-12-01',
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-01T00:00:00Z',
  });
  t.true(noteId > 13_700);
  const {body} = await client.get(place);
  t.is(body.item_type, 'note');
  t.deepEqual(body.items, [{id: noteId, ...fields}]);
  const {id: other} = await newConstituent(client);
  t.is((await client.patch(`notes/${noteId}`, {constituent_id: other})).body.constituent_id, other);
  t.is((await client.patch(`notes/${noteId}`, {constituent_id: 1})).status, 422);
  await client.delete(`constituents/${other}`);
  t.is((await client.get(`notes/${noteId}`)).status, 404, 'the note is deleted with its constituent');
});

test('a note type is optional, set by id or name; an unknown name creates a type', async t => {
  const {client, place} = await open(t);
  const none = {note_type_id: null, note_type_name: null};
  const note = await created(client.post(place, dated));
  t.like(note, none);
  const path = `notes/${note.id}`;
  const types = await everyItem(client, 'types/note_types');
  const update = {note_type_id: types[1].id, note_type_name: 'Update'};
  t.like((await client.patch(path, {note_type_name: 'Update'})).body, update);
  t.like((await client.patch(path, {text: 'Other'})).body, update);
  t.like((await client.patch(path, {note_type_id: types[0].id})).body, {note_type_name: 'General'});
  t.like((await client.patch(path, {note_type_id: 999_999})).body, none);
  const withNewType = await created(client.post(place, {...dated, note_type_name: 'Phone Note'}));
  t.deepEqual((await everyItem(client, 'types/note_types')).at(-1), {
    id: withNewType.note_type_id,
    name: 'Phone Note',
    display_name: null,
    code: 'phone_note',
    ordinal: 100,
  });
});

test("a note with a blank text is rejected with Text can't be blank", async t => {
  const {client, place} = await open(t);
  const {id} = await created(client.post(place, dated));
  for (const reply of [
    await client.post(place, {...dated, text: ' '}),
    await client.patch(`notes/${id}`, {text: ''}),
  ]) {
    t.is(reply.status, 422);
    t.is(reply.body.description, "Text can't be blank");
  }
  t.is((await client.post(place, {original_date: '2025-12-01'})).status, 422);
});

test('a note without a date is rejected, or dated today with required_fields=observed', async t => {
  const {client, place} = await open(t);
  const {status, body} = await client.post(place, {text: 'Hi.'});
  t.is(status, 422);
  t.regex(body.description, /^original_date: is required; .*--assume required_fields=observed$/);
  const observed = await open(t, {assume: {required_fields: 'observed'}});
  const note = await created(observed.client.post(observed.place, {text: 'Hi.', note_date: '2025-12-24'}));
  t.is(note.original_date, '2026-01-01');
  t.is((await observed.client.post(observed.place, {})).status, 422, 'the text is still required');
});

test('all notes are listed by id; the default data has every type, with and without external ids', async t => {
  const client = ownAccount(await startTestSandbox(t, {profile: 'default'}));
  const notes = await everyItem(client, 'notes');
  const ids = notes.map(({id}) => id);
  t.deepEqual(
    ids,
    [...ids].sort((a, b) => a - b),
  );
  t.true(notes.length > 26);
  t.deepEqual([...new Set(notes.map(({note_type_name}) => note_type_name))].sort(), ['General', 'Update', null]);
  t.true(notes.some(({external_id}) => external_id !== null) && notes.some(({external_id}) => external_id === null));
  t.is((await client.get('notes/search')).status, 404, 'notes have no search');
});

test('notes are imported in response form, together with the note types they name', async t => {
  const sandbox = await startTestSandbox(t, {profile: 'empty'});
  const seed = (notes: object[]) =>
    sandbox.post('/_sandbox/seed', {records: {constituents: [{$id: 'ada', last_name: 'Ada'}], notes}});
  const wrong = await seed([
    {...dated, constituent_id: '$ada', text: ' '},
    dated,
    {...dated, constituent_id: '$ada', note_type_name: 'X'},
  ]);
  t.is(wrong.status, 422);
  t.is(
    wrong.body.description,
    'records.notes[1].constituent_id: is required\n' +
      "records.notes[0].text: Text can't be blank\n" +
      'records.notes[2].note_type_name: there is no note type named "X"',
  );
  const note = {id: 7, ...dated, note_type_id: 400, note_type_name: 'X', created_at: '2020-01-01T12:00:00Z'};
  t.is((await seed([{...note, constituent_id: '$ada'}])).status, 200);
  t.like((await sandbox.get('/api/v1/notes/7')).body, note);
});
