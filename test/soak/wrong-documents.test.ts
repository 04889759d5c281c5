import test from 'ava';
import {type Document, startWronged} from './wronged.js';

/** The fuzz test checks everything in a document, so it detects a document with a single error. */

const {documentFor, failuresOf, close} = await startWronged();
test.after.always(() => close());

test('an unchanged document has no failures', async t => {
  t.deepEqual(await failuresOf(documentFor('Group'), 'Group'), []);
  t.deepEqual(await failuresOf(documentFor('searchGifts'), 'searchGifts'), []);
});

/** @param change breaks the document */
const wrongDocument = test.macro<[only: string, change: (document: Document) => void, complaint: RegExp]>(
  async (t, only, change, complaint) => {
    const document = documentFor(only);
    change(document);
    const failures = await failuresOf(document, only);
    t.regex(failures.join('\n'), complaint);
  },
);

const group = '/api/v1/groups/{id}';
const schemas = (document: Document) => document.components.schemas;
const parameter = (document: Document, path: string, name: string) =>
  document.paths[`/api/v1/${path}`].get.parameters.find((parameter: {name: string}) => parameter.name === name);

test(
  'an undeclared status is reported',
  wrongDocument,
  'showGroup',
  document => {
    delete document.paths[group].get.responses['404'];
  },
  /valid requests to showGroup .*: showGroup does not declare the status 404\n {4}curl -sg .*\/groups\/\d+'\n {4}404/,
);

test(
  'a reply field of the wrong type is reported',
  wrongDocument,
  'listGroups',
  document => {
    schemas(document).Group.properties.name.type = 'integer';
  },
  /reply of listGroups is not as declared: \/items\/0\/name must be integer/,
);

test(
  'an undeclared reply field is reported',
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
  'a wrong content type is reported',
  wrongDocument,
  'showGroup',
  document => {
    const {content} = document.components.responses.NotFound;
    document.components.responses.NotFound.content = {'application/problem+json': content['application/json']};
  },
  /declares no application\/json for 404/,
);

test(
  'a missing response header is reported',
  wrongDocument,
  'showGroup',
  document => {
    document.components.responses.NotFound.headers = {'X-Nothing': {}};
  },
  /lacks the header X-Nothing/,
);

test(
  'a body field of a wider type is reported',
  wrongDocument,
  'createGroup',
  document => {
    schemas(document).GroupCreate.properties.name.type = ['string', 'boolean'];
  },
  /valid requests to createGroup .*: it refuses the form of name/,
);

test(
  'a body field of a narrower type is reported',
  wrongDocument,
  'createGroup',
  document => {
    schemas(document).GroupCreate.properties.name = {type: 'string', enum: ['Choir', 'Band']};
  },
  /invalid requests to createGroup .*: the status is 200, and not 422/,
);

test(
  'a required field declared as optional is reported',
  wrongDocument,
  'createGroup',
  document => {
    delete schemas(document).GroupCreate.required;
  },
  /valid requests to createGroup .*: it requires name/,
);

test(
  'an optional field declared as required is reported',
  wrongDocument,
  'updateGroup',
  document => {
    schemas(document).GroupUpdate.required = ['name'];
  },
  /invalid requests to updateGroup .*: the status is 200, and not 422/,
);

test(
  'an undeclared method is reported',
  wrongDocument,
  'showGroup',
  document => {
    delete document.paths[group].delete;
  },
  /other methods of \/api\/v1\/groups\/\{id\} .*: Allow is DELETE, GET, HEAD, PATCH, PUT, and the document has GET/,
);

test(
  'a declared method that does not exist is reported',
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
  'a rejected example is reported',
  wrongDocument,
  'createGroup',
  document => {
    document.paths['/api/v1/groups'].post.requestBody.content['application/json'].example = {name: null};
  },
  /the example of createGroup .*: the status is 422, and not 200/,
);

test(
  'a minimum that is too low is reported',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'limit').schema.minimum = 0;
  },
  /valid requests to searchGifts .*: the status is 400, and not 200\n.*\?limit=0'/,
);

test(
  'a minimum that is too high is reported',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'offset').schema.minimum = 1;
  },
  /invalid requests to searchGifts .*: the status is 200, and not 400\n.*offset=0/,
);

test(
  'an unknown sort is reported',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'sort').schema.enum = ['price'];
  },
  /valid requests to searchGifts .*: the status is 400/,
);

test(
  'an unknown search term is reported',
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
  'an unknown expansion is reported',
  wrongDocument,
  'searchGifts',
  document => {
    parameter(document, 'gifts/search', 'expand').schema.items.enum = ['price'];
  },
  /valid requests to searchGifts .*: the status is 400, and not 200\n.*expand=price/,
);

test('the fuzz test throws for a schema keyword that it cannot generate values for', async t => {
  const document = documentFor('Group');
  schemas(document).GroupCreate.properties.name.multipleOf = 2;
  await t.throwsAsync(failuresOf(document, 'createGroup'), {message: /createGroup/});
});

test('a failure is shrunk to a single minimal request', async t => {
  const document = documentFor('Group');
  schemas(document).GroupUpdate.properties.ordinal = {type: 'string'};
  const [failure = ''] = (await failuresOf(document, 'updateGroup')).filter(text =>
    text.startsWith('valid requests to updateGroup '),
  );
  t.regex(
    failure,
    /\n {4}curl -sg -X PATCH -H .* --data-raw '\{"ordinal":""\}' '[^']*\/api\/v1\/groups\/\d+'\n {4}422/,
  );
  t.is(failure.match(/curl/g)?.length, 1);
});
