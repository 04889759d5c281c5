import test from 'ava';
import {adminOf} from '../support/admin.js';
import {startTestSandbox} from '../support/sandbox.js';

/** Others are answered while an account is given its data, and its own writes wait for them. */
const seeding = test.macro<[body: object]>(async (t, body) => {
  const sandbox = await startTestSandbox(t);
  const own = adminOf(sandbox);
  const other = adminOf(sandbox);
  await other.get();
  await own.post('/seed', {constituents: 1});
  const settled: string[] = [];
  const note = async <T>(name: string, reply: Promise<T>) => {
    const answer = await reply;
    settled.push(name);
    return answer;
  };
  const seeded = note('seed', own.post('/seed', body));
  for (let asked = 0; asked < 5; asked++) {
    await note('other', other.api.get('groups')); // by then the seed has begun
  }
  const written = note('write', own.api.post('groups', {name: 'Written meanwhile'}));
  const [seed, write] = await Promise.all([seeded, written]);
  t.is(seed.status, 200);
  t.is(write.status, 200);
  t.true(settled.indexOf('other') < settled.indexOf('seed'), settled.join());
  t.is((await own.api.get(`groups/${write.body.id}`)).status, 200, 'what was acknowledged is there');
});

test('while data are generated others are answered, and writes of the account wait', seeding, {constituents: 3000});

test('while records are loaded others are answered, and writes of the account wait', seeding, {
  records: {groups: Array.from({length: 6000}, (_, number) => ({name: `Choir ${number}`}))},
});
