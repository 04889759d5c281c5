import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import test, {type ExecutionContext} from 'ava';
import {newFolder} from '../support/cli.js';
import {runHere} from '../support/cli-here.js';
import {clientOf, type DonorClient, traceBoth} from '../support/trace-runs.js';
import {linesOf, writeTrace} from '../support/traces.js';

/** Searches for each donor and creates a gift, and then creates a group several times. */
const sync = (times: number, searches: number, amount = 10) =>
  clientOf(async (client: DonorClient) => {
    for (const name of ['Byron', 'Hopper', 'Lovelace']) {
      for (let search = 0; search < searches; search++) {
        await client.send('GET', 'constituents/search?q[]=name=Byron', undefined, 'src/find.js:2');
      }
      await client.gift(await client.donor(name), amount, 'src/gifts.js:8');
    }
    for (let time = 0; time < times; time++) {
      await client.group('Gala');
    }
  });

async function diffed(files: readonly string[], ...words: string[]) {
  const {code, stdout, stderr} = await runHere(['trace', 'diff', ...files, ...words]);
  return {code, text: stdout, stderr};
}

test('--md prints a summary of the change, followed by tables', async t => {
  const files = await traceBoth(t, [sync(3, 2), sync(1, 1)]);
  const {code, text} = await diffed(files, '--md');
  t.is(code, 0);
  t.is(
    text,
    [
      'This change writes 2 fewer groups, makes 1 fewer searchConstituents request per constituent, and removes 1 finding.',
      '',
      '### Requests: 2',
      '',
      '| change | what | caller | difference |',
      '|---|---|---|---|',
      '| removed | GET /api/v1/constituents/search?q&#91;&#93;=name=Byron | src/find.js:2 | 6 times &#8594; 3 times, status&#58; 200 |',
      '| removed | POST /api/v1/groups | src/groups.js:3 | 3 times &#8594; 1 time, status&#58; 200, body.name&#58; "Gala" |',
      '',
      '### Records: 1',
      '',
      '| change | what | caller | difference |',
      '|---|---|---|---|',
      '| removed | groups 3272 | src/groups.js:3 | 3 times &#8594; 1 time, name&#58; "Gala", key&#58; "gala", ordinal&#58; 0 |',
      '',
      '### Findings: 1',
      '',
      '| change | what | caller | difference |',
      '|---|---|---|---|',
      '| removed | same-post-again&#58; createGroup | src/groups.js:3 | the same body was posted twice&#58; 3271 and 3272 |',
      '',
    ].join('\n'),
  );
});

test('trace diff --exit-code exits with 5 if the runs differ', async t => {
  const files = await traceBoth(t, [sync(1, 1), sync(1, 1, 20)]);
  t.is((await diffed(files)).code, 0);
  const {code, text} = await diffed(files, '--exit-code');
  t.is(code, 5);
  t.regex(text, /^This change changes 3 requests\.\n/);
  t.is((await diffed([files[1], files[0]], '--exit-code', '--json')).code, 5);
  const [same] = await traceBoth(t, [sync(1, 1), sync(1, 1)]);
  const equal = await diffed([files[0], same], '--exit-code');
  t.is(equal.code, 0);
  t.is(equal.text, 'Both runs send the same requests and leave the same records, with the same findings.\n');
});

test('the text lists at most 50 entries, and --json lists all', async t => {
  const groups = (count: number) =>
    clientOf(async client => {
      for (let index = 0; index < count; index++) {
        await client.group(`Group ${index}`);
      }
    });
  const files = await traceBoth(t, [groups(0), groups(60)]);
  const {text} = await diffed(files);
  t.is(text.match(/^ {2}added {2}POST/gm)!.length, 50);
  t.is(text.match(/^And 10 more; --json lists all\.$/gm)!.length, 2);
  const {calls, records} = JSON.parse((await diffed(files, '--json')).text);
  t.is(calls.length, 60);
  t.is(records.length, 60);
});

test('different starting states and a trace without findings are reported', async t => {
  const files = await traceBoth(t, [sync(1, 1), sync(1, 1)], [{seed: 1}, {seed: 2}]);
  const begun = (await diffed(files)).text;
  t.regex(begun, /^The runs began differently, and differences may come from that: seed: 1 → 2\. Trace both with the /);
  const lines = linesOf(files[1]).slice(0, -1);
  writeTrace(files[1], lines); // as written by an earlier version
  t.regex((await diffed(files, '--md')).text, /\n\nFindings are not compared&#58; a trace has none\. Trace both /);
});

test('text and Markdown escape control characters and markup from a trace', async t => {
  const name = '\u001b[2J|`<img src=x> [a](http://evil.example) @octocat\n# www.evil.example';
  const group = (added: string) => clientOf(async client => client.group(`Gala${added}`, 'src/`|<b>.js:3'));
  const files = await traceBoth(t, [group(''), group(`${name}${'x'.repeat(9000)}`)]);
  const {text} = await diffed(files);
  t.notRegex(text, /[^\P{Cc}\n]|\p{Cf}/u);
  t.true(text.length < 1500);
  const markdown = (await diffed(files, '--md')).text;
  t.notRegex(markdown, /<img|<b>|`|\]\(|@octocat|http:|www\.|^# /m);
  const rows = markdown.split('\n').filter(line => line.startsWith('| changed'));
  t.deepEqual(
    rows.map(row => row.split(' | ').length),
    [4, 4],
  );
});

test('a manipulated trace with strange names and deep nesting is compared and escaped', async t => {
  const files = await traceBoth(t, [
    clientOf(client => client.group('Gala')),
    clientOf(client => client.group('Gala')),
  ]);
  const [head, request] = linesOf(files[1]);
  const event = JSON.parse(request!);
  const deep = `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
  const strange = [
    {...event, method: '<img src=x>', url: '/a`|b'},
    {...event, body: deep, changes: [{change: 'created', collection: '<b>@octocat', id: 1}]},
    {
      ...event,
      url: '/api/v1/groups?__proto__=1&q[]=constructor_id=5',
      body: '{"__proto__":{"id":5},"constructor_id":5}',
    },
  ];
  writeTrace(files[1], [head!, ...strange.map(one => JSON.stringify({...one, n: undefined}).replace('{', '{"n":1,'))]);
  const {code, text} = await diffed(files, '--md');
  t.is(code, 0);
  t.notRegex(text, /<img|<b>|`|@octocat/);
  t.regex(
    text,
    /\n\nThis change writes 1 more group, writes 1 more &#60;b&#62;&#64;octocat, and changes 1 request\.\n/,
  );
});

async function refused(t: ExecutionContext, files: readonly string[], code: number, message: RegExp) {
  const result = await runHere(['trace', 'diff', ...files]);
  t.is(result.code, code, result.stderr);
  t.regex(result.stderr, message);
  t.is(result.stdout, '');
}

test('trace diff rejects files that it cannot compare, and names them', async t => {
  const [main, branch] = await traceBoth(t, [sync(1, 1), sync(1, 1)]);
  const folder = await newFolder(t);
  const [cut, other, missing] = ['cut.gz', 'notes.txt', 'missing.gz'].map(name => path.join(folder, name));
  writeFileSync(cut!, readFileSync(main).subarray(0, 300));
  writeFileSync(other!, 'notes');
  await refused(t, [main, main], 2, /main\.trace\.gz and \S+main\.trace\.gz are the same file: give the traces of two/);
  await refused(t, [main], 2, /^Something is missing: crm-sandbox trace diff <main> <branch>\n/);
  await refused(t, [main, branch, cut!], 2, /^Unknown argument \S+cut\.gz; the command is .* diff <main> <branch>\n/);
  await refused(t, [main, cut!], 1, /cut\.gz, line \d+: the file is cut there\n$/);
  await refused(t, [other!, branch], 1, /notes\.txt is no trace: it is not gzipped\n$/);
  await refused(t, [main, missing!], 1, /missing\.gz cannot be used: no such file or folder \(ENOENT\)\n$/);
  await refused(t, [main, folder], 1, /cannot be used: it is a folder; name a file in it/);
  await refused(t, [main, branch, '--md', '--json'], 2, /^--md and --json are mutually exclusive: give one of them\n/);
});
