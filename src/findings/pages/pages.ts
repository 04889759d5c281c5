import {rules} from '../rules/index.js';
import {unusedSuppression} from '../rules/unused-suppression.js';
import {rulePage, rulesPage, suppressionPage} from './rule-page.js';

/** The pages about findings, as Markdown, by the names that they have in `docs/rules`: `zero-gift.md`. */
export const findingPages = (): ReadonlyMap<string, string> =>
  new Map([
    ['README.md', rulesPage(rules)],
    ...rules.map(rule => [`${rule.id}.md`, rulePage(rule)] as const),
    [`${unusedSuppression.id}.md`, suppressionPage()],
  ]);
