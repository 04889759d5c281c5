import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes what the package holds of other packages, as a CycloneDX bill of materials: who scans what they install sees
 * no dependency, for all are inside. It has neither a time nor a number of its own, so that the same sources make the same file.
 * @param root of the package
 * @param folders of the packages that are inside, from the root on: `node_modules/koa`
 */
export async function writeSbom(root, folders) {
  const readJson = async file => JSON.parse(await readFile(path.join(root, file), 'utf8'));
  const [own, lock] = await Promise.all([readJson('package.json'), readJson('package-lock.json')]);
  const found = await Promise.all(
    folders.map(async folder => {
      const manifest = await readJson(`${folder}/package.json`);
      return componentOf('library', manifest, lock.packages[folder]?.integrity);
    }),
  );
  // A package can lie in two folders.
  const byPurl = new Map(found.map(component => [component.purl, component]));
  const sbom = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {component: componentOf('application', own)},
    components: [...byPurl.keys()].sort().map(purl => byPurl.get(purl)),
  };
  await writeFile(path.join(root, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
}

function componentOf(type, {name, version, license}, integrity) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const [group, plain] = name.startsWith('@') ? name.split('/') : [undefined, name];
  return {
    type,
    'bom-ref': purl,
    ...(group !== undefined && {group}),
    name: plain,
    version,
    // One that is made of several is an expression.
    licenses: [/\s/.test(license) ? {expression: license} : {license: {id: license}}],
    purl,
    ...(integrity !== undefined && {hashes: [hashOf(integrity)]}),
  };
}

/** @param integrity `sha512-<base64>` of the tarball, as the lockfile has it */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return {alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex')};
}
