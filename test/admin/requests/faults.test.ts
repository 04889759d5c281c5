import test from 'ava';
import {sendRequest} from '../../support/http.js';
import {startTestSandbox} from '../../support/sandbox.js';

test('requests with an injected fault are filtered by its kind or the id of its rule', async t => {
  const {url, key, fault, requests} = await startTestSandbox(t);
  const {id} = await fault('listFunds#2:503');
  const headers = {authorization: `Bearer ${key}`};
  for (const path of ['funds', 'funds', 'groups']) {
    await sendRequest(new URL(`/api/v1/${path}`, url), {method: 'GET', headers});
  }
  for (const filter of ['status', id]) {
    const [found, ...rest] = await requests({fault: filter});
    t.is(rest.length, 0);
    t.like(found, {status: 503, fault: {id, kind: 'status', when: 'before', committed: false}});
  }
  t.deepEqual(await requests({fault: 'reset'}), []);
  const all = await requests();
  t.deepEqual(
    all.map(({fault}) => fault?.id),
    [undefined, id, undefined],
  );
});
