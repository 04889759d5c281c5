import {openApiDocument} from '../../src/openapi/document.js';
import {type ReplyCheck, replyCheckOf, type SentReply} from '../../src/openapi/reply-check.js';
import {catalog} from '../../src/resources/index.js';
import {generatingTest} from '../support/generating-test.js';

let made: ReplyCheck | undefined;

/** Made when a test needs it: no file may fail to load where the check cannot be made. */
function violationsOf(sent: SentReply): string[] {
  made ??= replyCheckOf(openApiDocument(catalog, '/'));
  return made(sent);
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

const faults: ReadonlyArray<readonly [title: string, change: Partial<SentReply>, fault: RegExp | undefined]> = [
  ['a reply as it is declared', {}, undefined],
  ['the same with .json in the path', {path: '/api/v1/groups/3240.json'}, undefined],
  ['PUT, where there is a PATCH', {method: 'PUT'}, undefined],
  ['HEAD, where there is a GET', {method: 'HEAD'}, undefined],
  ['an error that is declared', {status: 404, body: error}, undefined],
  [
    'a path of fixed words before one with a parameter',
    {path: '/api/v1/constituents/search', body: group},
    /items_count/,
  ],
  ['a field too many', {body: {...group, extra: 1}}, /must NOT have additional properties.*extra/],
  ['a field too few', {body: {api_version: '1.0', id: 3240, name: 'Choir', ordinal: 0}}, /required property.*key/],
  ['a wrong type', {body: {...group, id: '3240'}}, /^\/id must be integer/],
  ['a status that is not declared', {status: 201}, /the status 201 is not declared/],
  ['a type of content that is not declared', {contentType: 'text/plain'}, /text\/plain is not declared for 200/],
  ['an error of another shape', {status: 404, body: {error: 'no'}}, /required property/],
  ['an unknown path with the usual error', {path: '/api/v1/nothing', status: 404, body: error}, undefined],
  [
    'an unknown path in a request that is refused as a whole',
    {path: '/api/v1/nothing', status: 400, body: error},
    undefined,
  ],
  ['an unknown path that is served', {path: '/api/v1/nothing'}, /no such operation, and the status is 200/],
  ['a method that is not offered', {method: 'DELETE', path: '/api/v1/appeals', status: 405, body: error}, undefined],
];

for (const [title, change, fault] of faults) {
  generatingTest(title, t => {
    const found = violationsOf({...reply, ...change});
    if (fault === undefined) {
      t.deepEqual(found, []);
    } else {
      t.regex(found.join('\n'), fault);
    }
  });
}
