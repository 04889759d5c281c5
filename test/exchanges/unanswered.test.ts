import test from 'ava';
import {type ReceivedRequest, Unanswered} from '../../src/exchanges/unanswered.js';

/** A request, and whether it was told that it is answered. */
const request = (url: string) => {
  const told = {isAnswered: false};
  const received = {url, answered: () => (told.isAnswered = true)} as unknown as ReceivedRequest;
  return {told, received};
};

test('what is not answered yet is told of from the oldest on, in whatever order the others are answered', t => {
  const unanswered = new Unanswered();
  const requests = ['/1', '/2', '/3', '/4'].map(request);
  for (const {received} of requests) {
    unanswered.receive(received);
  }
  const urls = () => Array.from(unanswered, ({url}) => url);
  t.deepEqual(urls(), ['/1', '/2', '/3', '/4']);
  unanswered.answered(requests[1]!.received);
  t.true(requests[1]!.told.isAnswered);
  t.deepEqual(urls(), ['/1', '/3', '/4']);
  unanswered.answered(requests[3]!.received);
  unanswered.forget(requests[0]!.received);
  t.false(requests[0]!.told.isAnswered);
  t.deepEqual([urls(), unanswered.count], [['/3'], 1]);
  unanswered.forget(requests[0]!.received);
  unanswered.answered(undefined);
  t.deepEqual(urls(), ['/3'], 'one that is not there, and none, change nothing');
});
