import {readFile, writeFile} from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a CycloneDX bill of materials of the bundled packages, because a scanner of installed packages finds no
 * dependencies. It has no time and no serial number, so that the same sources result in the same file.
 * @param root of the package
 * @param folders of the bundled packages, relative to the root: `node_modules/koa`
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
  // A package can be in two folders.
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
    // A combination of licences is an expression.
    licenses: [/\s/.test(license) ? {expression: license} : {license: {id: license}}],
    purl,
    ...(integrity !== undefined && {hashes: [hashOf(integrity)]}),
  };
}

/** @param integrity the tarball's `sha512-<base64>` in the lockfile */
function hashOf(integrity) {
  const [algorithm, digest] = integrity.split('-');
  return {alg: algorithm.toUpperCase().replace('SHA', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex')};
}
