import {X509Certificate} from 'node:crypto';
import {once} from 'node:events';
import type {AddressInfo} from 'node:net';
import {connect, createServer} from 'node:tls';
import test, {type ExecutionContext} from 'ava';
import {machineClock, moment} from '../../src/accounts/clock.js';
import {type Leaf, makeAuthority} from '../../src/intercept/authority.js';

const host = 'api.example.com';

const makeNow = () => makeAuthority([host], moment(machineClock));

/** Offers a certificate to a client that trusts an authority. @returns `trusted`, or the client's error */
async function offer(t: ExecutionContext, {cert, key}: Leaf, ca: string, servername: string): Promise<string> {
  const server = createServer({cert, key}, socket => socket.end());
  server.on('tlsClientError', () => undefined);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.teardown(() => server.close());
  const socket = connect({host: '127.0.0.1', port: (server.address() as AddressInfo).port, servername, ca});
  t.teardown(() => socket.destroy());
  return new Promise(resolve => {
    socket.once('secureConnect', () => resolve('trusted'));
    socket.once('error', error => resolve(error.message));
  });
}

test('a client that trusts the authority accepts certificates for its host and subdomains', async t => {
  const {ca, issue} = await makeNow();
  t.is(await offer(t, await issue([host]), ca, host), 'trusted');
  t.is(await offer(t, await issue([`eu.${host}`]), ca, `eu.${host}`), 'trusted');
});

for (const other of ['www.example.com', 'example.com', 'example.org', 'apixexample.com']) {
  test(`a client that trusts the authority rejects its certificate for ${other}`, async t => {
    const {ca, issue} = await makeNow();
    t.is(await offer(t, await issue([other]), ca, other), 'permitted subtree violation');
    t.is(
      await offer(t, await issue([host, other]), ca, host),
      'permitted subtree violation',
      'it must be rejected even with the own host',
    );
  });
}

test('a certificate of another authority is rejected', async t => {
  const [one, other] = await Promise.all([makeNow(), makeNow()]);
  t.not(await offer(t, await other.issue([host]), one.ca, host), 'trusted');
});

test('the authority’s certificate has critical name constraints and allows no intermediates', async t => {
  const certificate = new X509Certificate((await makeNow()).ca);
  t.true(certificate.ca);
  const bytes = certificate.raw.toString('hex');
  t.true(bytes.includes('0603551d1e0101ff'), 'name constraints, critical');
  t.true(bytes.includes(Buffer.from(host).toString('hex')));
  t.true(
    bytes.includes(`8708${'00'.repeat(8)}`) && bytes.includes(`8720${'00'.repeat(32)}`),
    'no address of either family',
  );
  t.true(bytes.includes('30060101ff020100'), 'pathlen 0');
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  t.is(to - from, 48 * 3_600_000);
  const now = moment(machineClock);
  t.true(from < now && to > now);
});
