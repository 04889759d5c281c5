import 'reflect-metadata'; // first: what follows asks for it when it is loaded
import {createPrivateKey, randomBytes, webcrypto} from 'node:crypto';
import {AsnConvert} from '@peculiar/asn1-schema';
import {GeneralName, GeneralSubtree, GeneralSubtrees, NameConstraints} from '@peculiar/asn1-x509';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate with its key, as PEM. The key is in memory alone. */
export interface Leaf {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for one run; nobody can take its key out of it. */
export interface Authority {
  readonly ca: string;
  /** Signs a certificate for names. That of any other name than its hosts is good for nothing. */
  issue(names: readonly string[]): Promise<Leaf>;
}

const algorithm = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};

const hour = 3_600_000;

/** How long it lives, and how far before now that begins: clocks of containers differ a little. Milliseconds. */
const [life, lead] = [48 * hour, hour];

/** The extension that binds an authority to names, by its number. RFC 5280, 4.2.1.10. */
const nameConstraints = '2.5.29.30';

const addresses = ['0.0.0.0/0', '::/0'];

/**
 * Makes an authority that can vouch for these hosts alone: whoever trusts its certificate trusts it for no other name, and for no address.
 * @param hosts names; the standard lets their subdomains in with them
 * @param now milliseconds since 1970, by the machine's clock: certificates are held against that
 */
export async function makeAuthority(hosts: readonly string[], now: number): Promise<Authority> {
  cryptoProvider.set(webcrypto as unknown as Parameters<typeof cryptoProvider.set>[0]);
  const keys = await makeKeys(false);
  const validity = {notBefore: new Date(now - lead), notAfter: new Date(now - lead + life)};
  const name = `CN=crm-sandbox for one run (${randomBytes(4).toString('hex')})`; // two may run at once
  const ca = await X509CertificateGenerator.createSelfSigned({
    ...validity,
    name,
    keys,
    serialNumber: serialNumber(),
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new Extension(nameConstraints, true, constraintsTo(hosts)),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return {
    ca: `${ca.toString('pem')}\n`,
    issue: async names => {
      const own = await makeKeys(true);
      const cert = await X509CertificateGenerator.create({
        ...validity,
        issuer: ca.subject,
        subject: 'CN=crm-sandbox',
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        serialNumber: serialNumber(),
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(false, undefined, true),
          new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
          new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
          new SubjectAlternativeNameExtension(names.map(value => ({type: 'dns', value}))),
          await AuthorityKeyIdentifierExtension.create(ca.publicKey),
          await SubjectKeyIdentifierExtension.create(own.publicKey),
        ],
      });
      return {cert: `${cert.toString('pem')}\n`, key: await exported(own.privateKey)};
    },
  };
}

/** @param isExportable that of a leaf is given to a server */
const makeKeys = (isExportable: boolean) =>
  webcrypto.subtle.generateKey(algorithm, isExportable, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

async function exported(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({key: bytes, format: 'der', type: 'pkcs8'}).export({type: 'pkcs8', format: 'pem'}).toString();
}

/** Positive, and never twice: clients keep what they know of a certificate by it. */
const serialNumber = () => `01${randomBytes(15).toString('hex')}`;

const subtreesOf = (names: readonly GeneralName[]) =>
  new GeneralSubtrees(names.map(base => new GeneralSubtree({base})));

const constraintsTo = (hosts: readonly string[]) =>
  AsnConvert.serialize(
    new NameConstraints({
      permittedSubtrees: subtreesOf(hosts.map(dNSName => new GeneralName({dNSName}))),
      excludedSubtrees: subtreesOf(addresses.map(iPAddress => new GeneralName({iPAddress}))),
    }),
  );
