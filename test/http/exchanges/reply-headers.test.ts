import {IncomingMessage, ServerResponse} from 'node:http';
import {Socket} from 'node:net';
import test from 'ava';
import fc from 'fast-check';
import {ReplyHeaders} from '../../../src/http/exchanges/reply-headers.js';

function responseWith(headers: Readonly<Record<string, string>>): ServerResponse {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(name, value);
  }
  return response;
}

const name = fc.constantFrom('Content-Type', 'Content-Length', 'Date', 'Retry-After', 'Set-Cookie');
const headers = fc.dictionary(name, fc.constantFrom('a', 'b', '1', '2'));

test('headers are told as they were sent, whatever those of other replies are', t => {
  fc.assert(
    fc.property(fc.array(headers, {maxLength: 8}), replies => {
      const reader = new ReplyHeaders();
      const told = replies.map(reply => reader.of(responseWith(reply)));
      t.deepEqual(
        told.map(one => ({...one})),
        replies.map(reply => ({...responseWith(reply).getHeaders()})),
      );
    }),
  );
});

test('replies that differ in nothing but their length have the other headers made once', t => {
  const reader = new ReplyHeaders();
  let made = 0;
  const countedOf = (length: string) => {
    const response = responseWith({'Content-Type': 'text/plain', 'Content-Length': length});
    const {getHeaders} = response;
    response.getHeaders = () => {
      made += 1;
      return getHeaders.call(response);
    };
    return reader.of(response);
  };
  t.deepEqual(
    ['5', '7', '9'].map(length => countedOf(length)['content-length']),
    ['5', '7', '9'],
  );
  t.is(made, 1);
});
