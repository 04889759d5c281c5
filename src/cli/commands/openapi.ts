import {Readable} from 'node:stream';
import {address, flag, path} from '../../sandbox/options/values.js';
import {defaultUrl, jsonOption} from '../client/connection.js';
import {command} from '../command.js';
import {writeOut, writeStream} from '../output/write-file.js';

export const openapi = command({
  usage: 'openapi',
  describe: 'Write the OpenAPI 3.1 document of the API',
  options: {
    out: {describe: 'File to write, instead of stdout', read: path},
    yaml: {describe: 'Write YAML instead of JSON', read: flag()},
    server: {describe: 'Address of the API in the document', read: address},
    json: {...jsonOption.json, describe: 'Print the name of the file as JSON'},
  },
  examples: [
    ['openapi > openapi.json', 'on stdout'],
    ['openapi --yaml --out openapi.yaml', 'as YAML, to a file'],
  ],
  run: async ({out, yaml, server = defaultUrl()}) => {
    const {servedDocument} = await import('../../openapi/served-document.js');
    const {catalog} = await import('../../resources/index.js');
    const document = servedDocument(catalog).documentAt(server);
    const text = yaml
      ? (await import('yaml')).stringify(document, {aliasDuplicateObjects: false})
      : `${JSON.stringify(document, undefined, 2)}\n`;
    if (out === undefined) {
      await writeOut(Readable.from([text]));
      return undefined;
    }
    await writeStream(out, Readable.from([text]));
    return [{file: out}, `the OpenAPI document is written to ${out}`];
  },
});
