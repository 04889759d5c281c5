import {openApiDocument} from '../../src/openapi/document.js';
import {type ReplyCheck, replyCheckOf, type SentReply} from '../../src/openapi/reply-check.js';
import {catalog} from '../../src/resources/index.js';
import {generatingTest} from '../support/generating-test.js';

let check: ReplyCheck | undefined;

/** Creates the check on first use, so that the file also loads where code generation is disallowed. */
function violationsOf(sent: SentReply): string[] {
  check ??= replyCheckOf(openApiDocument(catalog, '/'));
  return check(sent);
}

const group = {api_version: '1.0', id: 3240, name: 'Choir', key: 'choir', ordinal: 0};
const error = {api_version: '1.0', error: 'Not Found', description: 'There is no group with the id 1'};
const reply: SentReply = {
  method: 'GET',
  path: '/api/v1/groups/3240',
  status: 200,
  contentType: 'application/json',
  body: group,
};

const cases: ReadonlyArray<readonly [title: string, change: Partial<SentReply>, violation: RegExp | undefined]> = [
  ['a declared response is valid', {}, undefined],
  ['a path with .json is valid', {path: '/api/v1/groups/3240.json'}, undefined],
  ['PUT is checked as PATCH', {method: 'PUT'}, undefined],
  ['HEAD is checked as GET', {method: 'HEAD'}, undefined],
  ['a declared error is valid', {status: 404, body: error}, undefined],
  [
    'a fixed path takes precedence over one with a parameter',
    {path: '/api/v1/constituents/search', body: group},
    /items_count/,
  ],
  ['an additional field is a violation', {body: {...group, extra: 1}}, /must NOT have additional properties.*extra/],
  [
    'a missing field is a violation',
    {body: {api_version: '1.0', id: 3240, name: 'Choir', ordinal: 0}},
    /required property.*key/,
  ],
  ['a wrong type is a violation', {body: {...group, id: '3240'}}, /^\/id must be integer/],
  ['an undeclared status is a violation', {status: 201}, /the status 201 is not declared/],
  ['an undeclared content type is a violation', {contentType: 'text/plain'}, /text\/plain is not declared for 200/],
  ['an error with a different shape is a violation', {status: 404, body: {error: 'no'}}, /required property/],
  ['an unknown path with a 404 is valid', {path: '/api/v1/nothing', status: 404, body: error}, undefined],
  ['an unknown path with a 400 is valid', {path: '/api/v1/nothing', status: 400, body: error}, undefined],
  ['an unknown path with a 200 is a violation', {path: '/api/v1/nothing'}, /no such operation, and the status is 200/],
  [
    'an unsupported method with a 405 is valid',
    {method: 'DELETE', path: '/api/v1/appeals', status: 405, body: error},
    undefined,
  ],
];

for (const [title, change, violation] of cases) {
  generatingTest(title, t => {
    const found = violationsOf({...reply, ...change});
    if (violation === undefined) {
      t.deepEqual(found, []);
    } else {
      t.regex(found.join('\n'), violation);
    }
  });
}
