import test from 'ava';
import {HostList, hostConflict, hostName, isLoopback, isNear, isOneOf, withoutPort} from '../../src/preload/hosts.js';

const names = (list: string, host: string, port = 443) => new HostList([list]).names(host, port);

test('an entry matches a host and its subdomains', t => {
  for (const entry of [
    'example.com',
    '.example.com',
    '*.example.com',
    'other.example, EXAMPLE.com',
    'a b example.com',
  ]) {
    t.true(names(entry, 'api.example.com'), entry);
    t.true(names(entry, 'Example.com.'), entry);
    t.false(names(entry, 'badexample.com'), entry);
    t.false(names(entry, 'example.com.evil.example'), entry);
  }
});

test('an entry with a port matches only that port', t => {
  t.true(names('example.com:8443', 'example.com', 8443));
  t.false(names('example.com:8443', 'example.com', 443));
  t.true(names('[::1]:80', '::1', 80));
  t.false(names('[::1]:80', '::1', 81));
});

test('an entry matches addresses or ranges of both families, or * everything', t => {
  t.true(names('10.0.0.0/8', '10.200.3.4'));
  t.false(names('10.0.0.0/8', '11.0.0.1'));
  t.true(names('fd00::/8', 'fd12::1'));
  t.true(names('::1', '::1'));
  t.true(names('*', 'anything.example'));
});

test('an invalid entry matches nothing', t => {
  for (const entry of ['', ' , ,', '.', '*.', '10.0.0.0/99', '/8', ':443', '[::1']) {
    t.false(names(entry, 'example.com'), entry);
    t.false(names(entry, '10.0.0.1'), entry);
  }
});

test('loopback and private addresses are recognized in every notation', t => {
  for (const address of ['127.0.0.1', '127.9.9.9', '0.0.0.0', '::1', '::ffff:127.0.0.1', 'localhost', 'a.localhost']) {
    t.true(isLoopback(address), address);
  }
  for (const address of [
    '10.0.0.1',
    '172.31.0.1',
    '192.168.0.1',
    '169.254.1.1',
    '100.64.0.1',
    'fc00::1',
    'fe80::1%eth0',
    '127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:6464:64c8',
    '::ffff:a9fe:a9fe',
    '::a00:1',
    '::ffff:0:a00:1',
    '64:ff9b::10.0.0.1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b::7f00:1',
    '64:ff9b::1',
    '64:ff9b:1::808:808',
    '2002:a00:1::1',
    '2002:808:808::1',
    '2001::1',
    'fec0::1',
    '192.0.0.192',
    '0.1.2.3',
  ]) {
    t.true(isNear(address), address);
  }
  for (const address of [
    '172.32.0.1',
    '8.8.8.8',
    '2001:db8::1',
    '2003::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
    'example.com',
    'localhost.example',
  ]) {
    t.false(isNear(address), address);
    t.false(isLoopback(address), address);
  }
});

test('host names are normalized, and a subdomain is another host', t => {
  for (const [written, name] of [
    ['API.Example.com', 'api.example.com'],
    ['api.example.com.', 'api.example.com'],
    ['api。example．com', 'api.example.com'],
    ['Bücher.example.', 'xn--bcher-kva.example'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example'],
    ['127.0.0.1', '127.0.0.1'],
    ['::1', '::1'],
    ['', ''],
    ['.', ''],
    ['localhost/é.example', 'localhost/é.example'],
    ['localhost#é', 'localhost#é'],
  ] as const) {
    t.is(hostName(written), name);
  }
  for (const written of ['api.example.com.', 'API.EXAMPLE.COM']) {
    t.true(isOneOf(['api.example.com'], written), written);
  }
  for (const written of ['x.api.example.com', 'example.com', 'api.example.com..', 'api.example.com:443', '']) {
    t.false(isOneOf(['api.example.com'], written), written);
  }
});

test('a pattern matches every subdomain, in any spelling', t => {
  const hosts = ['*.example.com', '*.Bücher.example'].map(hostName);
  t.deepEqual(hosts, ['*.example.com', '*.xn--bcher-kva.example']);
  for (const written of ['api.example.com', 'API.Example.com.', 'a.b.example.com', 'x.bücher.example']) {
    t.true(isOneOf(hosts, written), written);
  }
  for (const written of ['example.com', '.example.com', 'badexample.com', 'api.example.com.evil.example', '']) {
    t.false(isOneOf(hosts, written), written);
  }
});

test('host names and patterns can be intercepted; other text is rejected with the expected form', t => {
  for (const text of ['api.example.com', 'example.com', 'a.bücher.example', '*.example.com', '*.eu.example.co.uk']) {
    t.is(hostConflict(text), undefined, text);
  }
  const host = 'the name of a host, such as api.example.com';
  for (const [text, wanted] of [
    ['10.0.0.1', host],
    ['intranet', host],
    ['https://api.example.com', host],
    ['*', `${host}, or *. and a domain: *.example.com`],
    ['*.com', `${host}, or *. and a domain: *.example.com`],
    ['*.co.uk', `${host}, or *. and a domain: *.example.com`],
    ['a.*.com', `${host}, or *. and a domain: *.example.com`],
    ['api.*', `${host}, or *. and a domain: *.example.com`],
    ['*foo.com', `${host}, or *. and a domain: *.foo.com`],
    ['*.*.foo.com', `${host}, or *. and a domain: *.foo.com`],
    ['api-*.foo.com', `${host}, or *. and a domain: *.foo.com`],
    ['https://*.foo.com', `${host}, or *. and a domain: *.foo.com`],
  ] as const) {
    t.is(hostConflict(text), wanted, text);
  }
  for (const text of ['localhost', 'foo.localhost', '*.localhost', 'FOO.localhost.']) {
    t.regex(hostConflict(text)!, /^a host other than localhost and .* without a proxy$/, text);
  }
});

test('withoutPort removes the port and brackets', t => {
  for (const [written, host] of [
    ['api.example.com:443', 'api.example.com'],
    ['api.example.com:', 'api.example.com'],
    ['api.example.com', 'api.example.com'],
    ['[::1]:80', '::1'],
    ['[::1]', '::1'],
    ['::1', '::1'],
    ['', ''],
  ] as const) {
    t.is(withoutPort(written), host);
  }
});
