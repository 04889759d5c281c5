import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import test from 'ava';
import {parse, parseAllDocuments} from 'yaml';
import {KeysFile} from '../src/http/guard/keys-file.js';
import {readAddress} from '../src/persistence/postgres/address.js';
import {optionsOf} from './support/options-here.js';
import {blocksOf} from './support/pages.js';

const blocks = blocksOf('docs/reference/together.md');

test('the start options of the page for teams are valid', t => {
  const {text} = blocks.find(({run}) => run === 'team')!;
  const [, words = ''] = /^npx crm-sandbox start (.*)$/.exec(text)!;
  t.like(optionsOf({words: words.split(' ')}), {
    host: '0.0.0.0',
    tlsCert: 'cert.pem',
    tlsKey: 'key.pem',
    keysFile: 'keys.json',
    accountTtl: 24 * 3600 * 1000,
  });
});

test('the keys file of the page is valid, and its command prints the right digest', t => {
  const {text: command} = blocks.find(({run}) => run === 'digest')!;
  const [digest] = execFileSync('sh', ['-c', command], {encoding: 'utf8'}).split(' ');
  t.is(digest, createHash('sha256').update('a-long-random-key').digest('hex'));
  const {text} = blocks.find(({file}) => file === 'keys.json')!;
  const digests = ['2f…', '9c…', 'b1…'].map(one => createHash('sha256').update(one).digest('hex'));
  const whole = text.replaceAll(
    /"(2f|9c|b1)…"/g,
    (_, start: string) => `"${digests.find((_, at) => ['2f', '9c', 'b1'][at] === start)}"`,
  );
  const keys = new KeysFile(JSON.parse(whole), 'keys.json');
  t.deepEqual(keys.find('2f….test-7'), {account: 'team-a-test-7', role: 'full', isAdmin: false});
  t.true(keys.isAdmin('b1…'));
});

const textOf = (name: string) => blocks.find(({file}) => file === name)!.text;

/** Reads the options of a `start` command with a database in --data. */
function startOf([command, ...words]: readonly string[]) {
  const {data = '', ...options} = optionsOf({words});
  const {sandbox, connectionString} = readAddress(data);
  return {command, sandbox, database: new URL(connectionString), options};
}

test('the command for Postgres has a valid sandbox name and database', t => {
  const {text} = blocks.find(({run}) => run === 'postgres')!;
  const [, words = ''] = /^npx crm-sandbox (.*)$/.exec(text)!;
  const {command, sandbox, database} = startOf(words.replaceAll("'", '').split(' '));
  t.deepEqual([command, sandbox, database.host, database.pathname], ['start', 'team-a', 'db.example.com', '/crm']);
});

test('the nodes of the Compose file share the database, and the proxy has both nodes', t => {
  const {services} = parse(textOf('together.compose.yaml'), {merge: true});
  t.deepEqual(services['node-1'], services['node-2']);
  const {command, database, options} = startOf(services['node-1'].command);
  const {POSTGRES_USER: user, POSTGRES_DB: name, POSTGRES_PASSWORD: password} = services.db.environment;
  t.deepEqual([command, database.host, database.username, database.pathname], ['start', 'db', user, `/${name}`]);
  t.is(services['node-1'].environment.PGPASSWORD, password);
  const proxy = textOf('Caddyfile');
  t.deepEqual(proxy.match(/node-\d/g), ['node-1', 'node-2']);
  t.true(proxy.includes('health_uri /ready\n'));
  t.true(proxy.startsWith(`${options.allowHosts!.join()} {`));
});

test('the Kubernetes Deployment has one replica, the strategy Recreate, and valid options', t => {
  const [service, deployment] = parseAllDocuments(textOf('kubernetes.yaml')).map(document => {
    t.deepEqual(document.errors, []);
    return document.toJS();
  });
  const {spec} = deployment;
  t.deepEqual([spec.replicas, spec.strategy], [1, {type: 'Recreate'}]);
  t.like(spec.template.metadata.labels, spec.selector.matchLabels);
  t.like(spec.template.metadata.labels, service.spec.selector);
  const [container] = spec.template.spec.containers;
  t.is(startOf(container.args).sandbox, 'team-a');
  t.is(container.readinessProbe.httpGet.path, '/ready');
  t.is(container.livenessProbe.httpGet.path, '/health');
  t.deepEqual(
    container.volumeMounts.map(({name}: {readonly name: string}) => name),
    spec.template.spec.volumes.map(({name}: {readonly name: string}) => name),
  );
});
