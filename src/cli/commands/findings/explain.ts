import {standardKinds} from '../../../faults/fault-kinds.js';
import {scenarios} from '../../../faults/scenarios.js';
import type {Level} from '../../../findings/finding.js';
import type {OtherFinding} from '../../../findings/rule.js';
import {ruleIds} from '../../../findings/rule-ids.js';
import {text, UsageError} from '../../../sandbox/options/values.js';
import {suggest} from '../../../schema/nearest.js';
import {assumedBy, assumeWords, type SwitchEntry, switches} from '../../../settings.js';
import {jsonOption} from '../../client/connection.js';
import {command} from '../../command.js';
import {table} from '../../output/format.js';
import {levelNames, levels} from '../../reports/outcome.js';

type RuleFacts = Pick<OtherFinding, 'id' | 'level' | 'what'>;

interface Topic {
  readonly about: string;
  page(rules: readonly RuleFacts[]): string;
}

const topics: Readonly<Record<string, Topic>> = {
  assume: {about: 'Assumptions where the contract is silent, for --assume', page: assumptionsText},
  fault: {about: 'Kinds of injected faults, for --fault and faults add', page: faultsText},
  scenario: {about: 'Predefined faults, for --scenario', page: () => aboutTable(scenarios)},
  findings: {about: 'Rules that report mistakes of the client, for --findings', page: rulesText},
};

const topicNames = Object.keys(topics);

export const explain = command({
  usage: 'explain [topic]',
  describe: 'Explain a rule of the findings, the assumptions, the faults or the scenarios',
  options: {
    topic: {
      describe: `Rule of the findings, or ${topicNames.join(', ')}`,
      read: text('a topic', 'name', () => [...topicNames, ...ruleIds]),
      fallback: 'a list of all',
    },
    ...jsonOption,
  },
  examples: [
    ['explain', 'list topics and rules'],
    ['explain assume', 'all assumptions with their values'],
    ['explain zero-gift', 'the page of a rule'],
  ],
  run: async ({topic}) => {
    const {findingPages} = await import('../../../findings/rule-page.js');
    const {otherFindings, rules} = await import('../../../findings/rules/index.js');
    const all: readonly RuleFacts[] = [...rules, ...otherFindings].map(({id, level, what}) => ({id, level, what}));
    if (topic === undefined) {
      return [all, `topics\n${aboutTable(topics)}\n\n${rulesText(all)}`];
    }
    if (Object.hasOwn(topics, topic)) {
      const page = topics[topic]!.page(all);
      return [{topic, page}, page];
    }
    const facts = all.find(({id}) => id === topic);
    if (facts === undefined) {
      const hint = suggest(topic, [...topicNames, ...all.map(({id}) => id)], 'crm-sandbox explain lists them');
      throw new UsageError(`there is no topic or rule ${JSON.stringify(topic)}; ${hint}`);
    }
    const page = findingPages().get(`${topic}.md`)!;
    return [{...facts, page}, page.trimEnd()];
  },
});

const indented = (rows: ReadonlyArray<readonly [name: string, about: string]>) =>
  table(rows.map(([name, about]) => [`  ${name}`, about]));

const aboutTable = (entries: Readonly<Record<string, {readonly about: string}>>) =>
  indented(Object.entries(entries).map(([name, {about}]) => [name, about]));

function rulesText(rules: readonly RuleFacts[]): string {
  const of = (wanted: Level) => rules.filter(({level}) => level === wanted).map(({id, what}) => [id, what] as const);
  return levels.map(level => `${levelNames[level]}\n${indented(of(level))}`).join('\n\n');
}

const below = (name: string, ...lines: readonly string[]) => `${name}\n${table(lines.map(line => ['', line]))}`;

function assumptionsText(): string {
  const each = Object.entries<SwitchEntry>(switches).map(([name, {values, about}]) =>
    below(name, about, `${values.join(', ')} [default: ${values[0]}]`),
  );
  const words = assumeWords.map(word => {
    const values = Object.entries(assumedBy(word)).map(([name, value]) => `${name}=${value}`);
    return below(word, `several at once: ${values.join(', ')}`);
  });
  return [...each, ...words, 'crm-sandbox start --assume observed,keyword_delete=permanent'].join('\n\n');
}

function faultsText(): string {
  const plain = (markdown: string) => markdown.replaceAll('`', '');
  return [
    'operation[#nth|%every|*times]:kind[=argument][@before|@after-commit]',
    indented([
      ['createGift#2:lost', 'the second request'],
      ['*%20:503', 'every twentieth request of all operations'],
      ['updateGift*3:delay=2s', 'the first three requests'],
    ]),
    indented(standardKinds.map(({docs: {short, about}}) => [plain(short), plain(about)])),
  ].join('\n\n');
}
