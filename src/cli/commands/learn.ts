import {existsSync} from 'node:fs';
import {address, fitting, flag, path, UsageError, words} from '../../sandbox/options/values.js';
import {jsonOption} from '../client/connection.js';
import {command} from '../command.js';
import {CommandError} from '../command-error.js';
import {fileError} from '../file-error.js';
import {checkExclusive, type Values} from '../options/option-table.js';

const options = {
  service: {describe: 'Address of the service, such as https://api.example.com', read: address},
  'key-from': {
    describe: 'Variable that holds the key; a terminal asks for the key if it is not set',
    read: fitting('the name of a variable, not the key', name => /^[A-Za-z_]\w{0,127}$/.test(name), 'name'),
    fallback: 'CRM_API_KEY',
  },
  out: {describe: 'File to write', read: path, fallback: 'account.json', short: 'o'},
  force: {describe: 'Replace an existing file', read: flag()},
  yes: {describe: 'Send the key to the service without a question', read: flag()},
  list: {describe: 'Print all texts of the account, one per line, and write nothing', read: flag()},
  reviewed: {describe: 'File of the texts to keep, one per line; all others are replaced', read: path},
  rename: {describe: 'List whose texts are replaced, such as funds', read: words('a list', 'list')},
  'dry-run': {describe: 'Print the requests, and send none', read: flag()},
  har: {describe: 'HTTP Archive (HAR) to learn from, instead of the service', read: path},
  trace: {describe: 'Trace to learn from, instead of the service', read: path},
  json: {...jsonOption.json, describe: 'Print the result as JSON'},
} as const;

const {fallback: usualOut} = options.out;

export const learn = command({
  usage: 'learn [service]',
  describe: 'Write the lookup lists of a real account, without personal data, for --from-account',
  options,
  examples: [
    ['learn https://api.example.com', 'funds, categories, attributes and the like'],
    ['learn https://api.example.com --list > texts.txt', 'the names in them, for a review'],
    ['learn https://api.example.com --yes --reviewed texts.txt', 'without a terminal'],
  ],
  run: async values => {
    check(values);
    const {learn, listTexts, plannedRequests} = await import('../learn/learn.js');
    const {out = usualOut, 'key-from': keyFrom = options['key-from'].fallback, list, 'dry-run': isDry} = values;
    const service = values.service?.replace(/\/api\/v1$/, '');
    const settings = {...values, service, out, keyFrom, recording: values.har ?? values.trace};
    try {
      if (isDry || list) {
        const lines = isDry ? plannedRequests(service!) : await listTexts(settings);
        return [lines.split('\n'), lines];
      }
      const learned = await learn(settings);
      const {kept, replaced} = learned.texts;
      const numbers = `${Object.keys(learned.entries).length} lists; ${kept} texts are kept and ${replaced} replaced`;
      return [{file: out, ...learned}, `${out} has ${numbers}. Try: crm-sandbox start --from-account ${out}`];
    } catch (error) {
      throw fileError(error, {'--out': out}) ?? error;
    }
  },
});

/** Checks the options before anything is read or sent. @throws UsageError, or CommandError if the file exists */
function check(values: Values<typeof options>): void {
  const {service, har, trace, out = usualOut, force, list, reviewed, 'dry-run': isDry} = values;
  checkExclusive({'<service>': service, '--har': har, '--trace': trace});
  checkExclusive({'--list': list, '--reviewed': reviewed, '--dry-run': isDry});
  if (service === undefined && har === undefined && trace === undefined) {
    throw new UsageError('Name the address of the service, such as: crm-sandbox learn https://api.example.com');
  }
  if (service?.startsWith('http:') && !/^http:..(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?:[:/]|$)/.test(service)) {
    throw new UsageError(`${service} must begin with https: anybody on the way could read the key`);
  }
  if (process.env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0') {
    throw new UsageError('NODE_TLS_REJECT_UNAUTHORIZED=0 lets anybody pose as the service: unset it');
  }
  if (!force && !list && !isDry && existsSync(out)) {
    throw new CommandError(`${out} exists already: --force replaces it, and --out names another file`);
  }
}
