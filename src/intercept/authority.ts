import 'reflect-metadata'; // must come first: later imports need it
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

/** A certificate and its private key, as PEM. The key never leaves memory. */
export interface Leaf {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority for one run. Its private key cannot be exported. */
export interface Authority {
  readonly ca: string;
  /** Issues a certificate. Clients reject it for any name other than the authority's hosts. */
  issue(names: readonly string[]): Promise<Leaf>;
}

const algorithm = {name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256'};

const hour = 3_600_000;

/** Milliseconds. `lead` backdates the certificate, because the clocks of containers differ a little. */
const [life, lead] = [48 * hour, hour];

/** The OID of the extension that restricts an authority to names. RFC 5280, 4.2.1.10. */
const nameConstraints = '2.5.29.30';

const addresses = ['0.0.0.0/0', '::/0'];

/**
 * Creates an authority restricted to these hosts: a client that trusts it trusts it for no other name or address.
 * @param hosts names; the standard includes their subdomains
 * @param now milliseconds since 1970 in real time, with which clients validate certificates
 */
export async function makeAuthority(hosts: readonly string[], now: number): Promise<Authority> {
  cryptoProvider.set(webcrypto as never); // the console is compiled with the browser's type of it
  const keys = await makeKeys(false);
  const validity = {notBefore: new Date(now - lead), notAfter: new Date(now - lead + life)};
  const name = `CN=crm-sandbox for one run (${randomBytes(4).toString('hex')})`; // several may run at once
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
          new SubjectAlternativeNameExtension(names.map(value => ({type: 'dns' as const, value}))),
          await AuthorityKeyIdentifierExtension.create(ca.publicKey),
          await SubjectKeyIdentifierExtension.create(own.publicKey),
        ],
      });
      return {cert: `${cert.toString('pem')}\n`, key: await exported(own.privateKey)};
    },
  };
}

/** @param isExportable true for a leaf, whose key the TLS server needs */
const makeKeys = (isExportable: boolean) =>
  webcrypto.subtle.generateKey(algorithm, isExportable, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

async function exported(key: webcrypto.CryptoKey): Promise<string> {
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  return createPrivateKey({key: bytes, format: 'der', type: 'pkcs8'}).export({type: 'pkcs8', format: 'pem'}).toString();
}

/** Positive and unique: clients cache certificates by serial number. */
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
