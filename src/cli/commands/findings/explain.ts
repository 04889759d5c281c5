import type {Level} from '../../../findings/finding.js';
import type {OtherFinding} from '../../../findings/rule.js';
import {text, UsageError} from '../../../sandbox/options/values.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {table} from '../../output/format.js';
import {levelNames, levels} from '../../reports/outcome.js';

export const explain = command({
  usage: 'explain [rule]',
  describe: 'Explain a rule of the findings: what it reports, why, wrong and right requests',
  options: {rule: {describe: 'The rule; without one, all are listed by level', read: text('a rule')}, ...jsonOption},
  examples: [
    ['explain zero-gift', "the rule's page, without a sandbox"],
    ['explain', 'every rule by level'],
  ],
  run: async ({rule}) => {
    const {findingPages} = await import('../../../findings/rule-page.js');
    const {otherFindings, rules} = await import('../../../findings/rules/index.js');
    const all: readonly RuleFacts[] = [...rules, ...otherFindings].map(({id, level, what}) => ({id, level, what}));
    if (rule === undefined) {
      return [all, levels.map(level => listOf(level, all)).join('\n\n')];
    }
    const facts = all.find(({id}) => id === rule);
    if (facts === undefined) {
      const {unknownRule} = await import('../../../findings/options.js');
      const ids = all.map(({id}) => id);
      throw new UsageError(unknownRule(rule, ids));
    }
    const page = findingPages().get(`${rule}.md`)!;
    return [{...facts, page}, page.trimEnd()];
  },
});

type RuleFacts = Pick<OtherFinding, 'id' | 'level' | 'what'>;

function listOf(wanted: Level, rules: readonly RuleFacts[]): string {
  const rows = rules.filter(({level}) => level === wanted).map(({id, what}) => [`  ${id}`, what] as const);
  return `${levelNames[wanted]}\n${table(rows)}`;
}
