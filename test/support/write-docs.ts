import {readFileSync, writeFileSync} from 'node:fs';
import {findingPages} from '../../src/findings/rule-page.js';
import {withAdminOperations} from './admin-page.js';
import {withCommandTable} from './commands-page.js';
import {withExitCodes} from './exit-codes-page.js';
import {faultRuleText, withFaultTable} from './fault-docs.js';
import {withLibrary} from './library-page.js';
import {withLimitTable} from './limits-page.js';
import {startOptionsText, withOptionTables} from './options-page.js';
import {personalFieldsText} from './personal-fields.js';
import {pictureFiles} from './pictures.js';
import {withTermTables} from './term-tables.js';

/** `npm run docs`: updates the generated parts of the documentation. */
const page = (name: string) => new URL(`../../../docs/${name}`, import.meta.url);

/** Updates the generated sections of pages that are otherwise written by hand. */
const sections: Readonly<Record<string, (text: string) => string>> = {
  'reference/search.md': withTermTables,
  'reference/options.md': text => withCommandTable(withOptionTables(text)),
  'reference/limits.md': withLimitTable,
  'reference/admin-api.md': withAdminOperations,
  'reference/exit-codes.md': withExitCodes,
  'reference/library.md': withLibrary,
  'test/faults.md': withFaultTable,
};

for (const [name, update] of Object.entries(sections)) {
  writeFileSync(page(name), update(readFileSync(page(name), 'utf8')));
}
writeFileSync(new URL('../../../src/sandbox/start-options.ts', import.meta.url), startOptionsText());
writeFileSync(new URL('../../../src/faults/rules/fault-rule.ts', import.meta.url), faultRuleText());
writeFileSync(new URL('../../../test/resources/personal-fields.txt', import.meta.url), personalFieldsText());
for (const [name, text] of findingPages()) {
  writeFileSync(page(`rules/${name}`), text);
}
for (const [name, text] of pictureFiles()) {
  writeFileSync(page(`pictures/${name}`), text);
}
