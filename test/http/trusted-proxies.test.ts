import test from 'ava';
import {isProxyName, trustedProxies} from '../../src/http/guard/trusted-proxies.js';

test('an address is trusted if it is listed or in a listed range', t => {
  const isTrusted = trustedProxies(['192.0.2.7', '10.0.0.0/8', '2001:db8::/32', '::ffff:198.51.100.1']);
  for (const address of [
    '192.0.2.7',
    '10.255.0.1',
    '2001:db8:1::5',
    '::ffff:10.1.2.3',
    '::FFFF:192.0.2.7',
    '198.51.100.1',
  ]) {
    t.true(isTrusted(address), address);
  }
  for (const address of [
    '192.0.2.8',
    '11.0.0.1',
    '2001:db9::1',
    '::ffff:11.0.0.1',
    '::1',
    '',
    'unknown',
    '_hidden',
    '10',
  ]) {
    t.false(isTrusted(address), address);
  }
});

test('keywords such as loopback cover the same addresses as in Express', t => {
  const trusted: Readonly<Record<string, readonly string[]>> = {
    loopback: ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'],
    linklocal: ['169.254.3.4', 'fe80::1', 'fe80::1%eth0'],
    uniquelocal: ['10.1.1.1', '172.31.0.1', '192.168.7.7', 'fd00::1'],
    all: ['8.8.8.8', '2001:db8::1', '::ffff:8.8.8.8'],
  };
  for (const [word, addresses] of Object.entries(trusted)) {
    const isTrusted = trustedProxies([word]);
    for (const address of addresses) {
      t.true(isTrusted(address), `${word}: ${address}`);
      t.is(word === 'all', isTrusted('203.0.113.9'), word);
    }
  }
});

test('isProxyName accepts only addresses, ranges and keywords', t => {
  for (const name of ['loopback', 'all', '10.0.0.1', '10.0.0.0/0', '::/128', '::1', 'fe80::/10']) {
    t.true(isProxyName(name), name);
  }
  for (const name of [
    '',
    '1',
    'true',
    'proxy',
    'toString',
    '10.0.0.0/33',
    '::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0.0',
    '::ffff:10.0.0.0/104',
    'Loopback',
  ]) {
    t.false(isProxyName(name), name);
  }
});
