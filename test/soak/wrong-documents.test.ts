import test from 'ava';
import {type Document, startWronged} from './wronged.js';

/** The fuzz looks at all that a document says: one with a single thing wrong is found out. */

const {documentFor, found, close} = await startWronged();
test.after.always(() => close());

test('nothing is wrong with what is not changed', async t => {
  t.deepEqual(await found(documentFor('Group'), 'Group'), []);
  t.deepEqual(await found(documentFor('searchGifts'), 'searchGifts'), []);
});

/** @param change makes a document of some paths wrong */
const wrongDocument = test.macro<[only: string, change: (document: Document) => void, complaint: RegExp]>(
  async (t, only, change, complaint) => {
    const document = documentFor(only);
    change(document);
    const failures = await found(document, only);
    t.regex(failures.join('\n'), complaint);
  },
);

const group = '/api/v1/groups/{id}';
const schemas = (document: Document) => document.components.schemas;
const parameter = (document: Document, path: string, name: string) =>
  document.paths[`/api/v1/${path}`].get.parameters.find((parameter: {name: string}) => parameter.name === name);

test(
  'a status that is not declared',
  wrongDocument,
  'showGroup',
  document => {
    delete document.paths[group].get.responses['404'];
  },
  /valid requests to showGroup .*: showGroup does not declare the status 404\n {4}curl -sg .*\/groups\/\d+'\n {4}404/,
);

test(
  'a field of a reply of another type',
  wrongDocument,
  'listGroups',
  document => {
    schemas(document).Group.properties.name.type = 'integer';
  },
  /reply of listGroups is not as declared: \/items\/0\/name must be integer/,
);

test(
  'a field of a reply that is not declared',
  wrongDocument,
  'listGroups',
  document => {
    for (const name of ['Group', 'GroupReply']) {
      delete schemas(document)[name].properties.name;
    }
  },
  /must NOT have additional properties \{"additionalProperty":"name"\}/,
);

test(
  'another content type',
  wrongDocument,
  'showGroup',
  document => {
    const {content} = document.components.responses.NotFound;
    document.components.responses.NotFound.content = {'application/problem+json': content['application/json']};
  },
  /declares no application\/json for 404/,
);

test(
  'a header that does not come',
  wrongDocument,
  'showGroup',
  document => {
    document.components.responses.NotFound.headers = {'X-Nothing': {}};
  },
  /lacks the header X-Nothing/,
);

test(
  'a field of a body of another type',
  wrongDocument,
  'createGroup',
  document => {
    schemas(document).GroupCreate.properties.name.type = ['string', 'boolean'];
  },
  /valid requests to createGroup .*: it refuses the form of name/,
);

test(
  'a field of a body of a narrower type',
  wrongDocument,
  'createGroup',
  document => {
    schemas(document).GroupCreate.properties.name = {type: 'string', enum: ['Choir', 'Band']};
  },
  /invalid requests to createGroup .*: the status is 200, and not 422/,
);

test(
  'a field that is required, and not declared so',
  wrongDocument,
  'createGroup',
  document => {
    delete schemas(document).GroupCreate.required;
  },
  /valid requests to createGroup .*: it requires name/,
);

test(
  'a field that is declared as required, and is not',
  wrongDocument,
  'updateGroup',
  document => {
    schemas(document).GroupUpdate.required = ['name'];
  },
  /invalid requests to updateGroup .*: the status is 200, and not 422/,
);

test(
  'a method that is not declared',
  wrongDocument,
  'showGroup',
  document => {
    delete document.paths[group].delete;
  },
  /other methods of \/api\/v1\/groups\/\{id\} .*: Allow is DELETE, GET, HEAD, PATCH, PUT, and the document has GET/,
);

test(
  'a method that is not there',
  wrongDocument,
  'createGiftType',
  document => {
    document.paths['/api/v1/gift_types'].post = {
      ...document.paths['/api/v1/groups'].post,
      operationId: 'createGiftType',
    };
  },
  /createGiftType does not declare the status 405[\s\S]*no request to createGiftType was ever taken/,
);

test(
  'an example that is refused',
  wrongDocument,
  'createGroup',
  document => {
    document.paths['/api/v1/groups'].post.requestBody.content['application/json'].example = {name: null};
  },
  /the example of createGroup .*: the status is 422, and not 200/,
);

test(
  'a number that may be less',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'limit').schema.minimum = 0;
  },
  /valid requests to searchGifts .*: the status is 400, and not 200\n.*\?limit=0'/,
);

test(
  'a number that may be more',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'offset').schema.minimum = 1;
  },
  /invalid requests to searchGifts .*: the status is 200, and not 400\n.*offset=0/,
);

test(
  'a way to sort that is not there',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'sort').schema.enum = ['price'];
  },
  /valid requests to searchGifts .*: the status is 400/,
);

test(
  'a term that is not there',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'q[]')['x-search-terms'] = [
      {name: 'price', value: 'an id', example: 'price=1'},
    ];
  },
  /valid requests to searchGifts .*: the status is 400, and not 200\n.*q(?:%5B%5D)?=price/,
);

test(
  'an expansion that is not there',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'expand').schema.items.enum = ['price'];
  },
  /valid requests to searchGifts .*: the status is 400, and not 200\n.*expand=price/,
);

test('a keyword of a schema that no values can be made for', async t => {
  const document = documentFor('Group');
  schemas(document).GroupCreate.properties.name.multipleOf = 2;
  await t.throwsAsync(found(document, 'createGroup'), {message: /createGroup/});
});

test('what is found is shown by few requests', async t => {
  const document = documentFor('Group');
  schemas(document).GroupUpdate.properties.ordinal = {type: 'string'};
  const [failure = ''] = (await found(document, 'updateGroup')).filter(text =>
    text.startsWith('valid requests to updateGroup '),
  );
  t.regex(
    failure,
    /\n {4}curl -sg -X PATCH -H .* --data-raw '\{"ordinal":""\}' '[^']*\/api\/v1\/groups\/\d+'\n {4}422/,
  );
  t.is(failure.match(/curl/g)?.length, 1);
});
