import {readFileSync, writeFileSync} from 'node:fs';
import {findingPages} from '../../src/findings/rule-page.js';
import {withAdminTable} from './admin-page.js';
import {assumptionsPage} from './assumptions-page.js';
import {withCommandTable} from './commands-page.js';
import {faultRuleText, withFaultTable} from './fault-docs.js';
import {withLimitTable} from './limits-page.js';
import {startOptionsText, withOptionTables} from './options-page.js';
import {personalFieldsText} from './personal-fields.js';
import {pictureFiles} from './pictures.js';
import {withTermTables} from './term-tables.js';

/** `npm run docs`: updates the generated parts of the documentation. */
const page = (name: string) => new URL(`../../../docs/${name}`, import.meta.url);

writeFileSync(page('reference/search.md'), withTermTables(readFileSync(page('reference/search.md'), 'utf8')));
writeFileSync(
  page('reference/options.md'),
  withCommandTable(withOptionTables(readFileSync(page('reference/options.md'), 'utf8'))),
);
writeFileSync(new URL('../../../src/sandbox/start-options.ts', import.meta.url), startOptionsText());
writeFileSync(page('reference/limits.md'), withLimitTable(readFileSync(page('reference/limits.md'), 'utf8')));
writeFileSync(page('reference/errors.md'), withAdminTable(readFileSync(page('reference/errors.md'), 'utf8')));
writeFileSync(page('test/faults.md'), withFaultTable(readFileSync(page('test/faults.md'), 'utf8')));
writeFileSync(new URL('../../../src/faults/rules/fault-rule.ts', import.meta.url), faultRuleText());
writeFileSync(page('reference/assumptions.md'), assumptionsPage());
writeFileSync(new URL('../../../test/resources/personal-fields.txt', import.meta.url), personalFieldsText());
for (const [name, text] of findingPages()) {
  writeFileSync(page(`rules/${name}`), text);
}
for (const [name, text] of pictureFiles()) {
  writeFileSync(page(`pictures/${name}`), text);
}
