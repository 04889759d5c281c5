import test from 'ava';
import {type ReceivedRequest, Unanswered} from '../../src/exchanges/unanswered.js';

const request = (url: string) => ({url, ref: {seq: undefined}}) as unknown as ReceivedRequest;

test('pending requests are listed oldest first, whatever order responses arrive in', t => {
  const unanswered = new Unanswered();
  const requests = ['/1', '/2', '/3', '/4'].map(request);
  for (const received of requests) {
    unanswered.receive(received);
  }
  const urls = () => Array.from(unanswered, ({url}) => url);
  t.deepEqual(urls(), ['/1', '/2', '/3', '/4']);
  unanswered.complete(requests[1], 7);
  t.is(requests[1]!.ref.seq, 7);
  t.deepEqual(urls(), ['/1', '/3', '/4']);
  unanswered.complete(requests[3], 8);
  unanswered.forget(requests[0]);
  t.is(requests[0]!.ref.seq, undefined);
  t.deepEqual([urls(), unanswered.count], [['/3'], 1]);
  unanswered.forget(requests[0]);
  unanswered.complete(undefined, 9);
  t.deepEqual(urls(), ['/3'], 'an unknown request, or none, must not change the list');
});
