import 'reflect-metadata'; // must come first: later imports need it
import {randomBytes, webcrypto} from 'node:crypto';
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
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate and its private key, as PEM. The key is never written to disk. */
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
 * @param hosts names, also `*.example.com`; the standard includes the subdomains of each
 * @param now milliseconds since 1970 in real time, with which clients validate certificates
 */
export async function makeAuthority(hosts: readonly string[], now: number): Promise<Authority> {
  cryptoProvider.set(webcrypto as never); // the console is compiled with the browser's version of this type
  const keys = await makeKeys(false);
  const issuer = `CN=crm-sandbox for one run (${randomBytes(4).toString('hex')})`; // several may run at the same time
  const certify = async (subject: string, publicKey: webcrypto.CryptoKey, extensions: readonly Extension[]) => {
    const certificate = await X509CertificateGenerator.create({
      notBefore: new Date(now - lead),
      notAfter: new Date(now - lead + life),
      issuer,
      subject,
      publicKey,
      signingKey: keys.privateKey,
      serialNumber: `01${randomBytes(15).toString('hex')}`, // positive, and unique because clients cache by it
      signingAlgorithm: algorithm,
      extensions: [...extensions, await SubjectKeyIdentifierExtension.create(publicKey)],
    });
    return `${certificate.toString('pem')}\n`;
  };
  return {
    ca: await certify(issuer, keys.publicKey, [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign, true),
      new Extension(nameConstraints, true, constraintsTo(hosts)),
    ]),
    issue: async names => {
      const {publicKey, privateKey} = await makeKeys(true);
      const cert = await certify('CN=crm-sandbox', publicKey, [
        new BasicConstraintsExtension(false, undefined, true),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
        new SubjectAlternativeNameExtension(names.map(value => ({type: 'dns' as const, value}))),
        await AuthorityKeyIdentifierExtension.create(keys.publicKey),
      ]);
      return {cert, key: await exported(privateKey)};
    },
  };
}

/** @param isExportable true for a leaf, whose key the TLS server needs */
const makeKeys = (isExportable: boolean) =>
  webcrypto.subtle.generateKey(algorithm, isExportable, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>;

async function exported(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), PemConverter.PrivateKeyTag)}\n`;
}

const subtreesOf = (names: readonly GeneralName[]) =>
  new GeneralSubtrees(names.map(base => new GeneralSubtree({base})));

const constraintsTo = (hosts: readonly string[]) =>
  AsnConvert.serialize(
    new NameConstraints({
      permittedSubtrees: subtreesOf(hosts.map(host => new GeneralName({dNSName: host.replace(/^\*\./, '')}))),
      excludedSubtrees: subtreesOf(addresses.map(iPAddress => new GeneralName({iPAddress}))),
    }),
  );
