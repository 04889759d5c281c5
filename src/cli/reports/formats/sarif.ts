import type {Location, Log, Notification, ReportingDescriptor, Result, Stack} from 'sarif';
import {printable} from '../../../exchanges/printable.js';
import type {Finding, Level} from '../../../findings/finding.js';
import type {OtherFinding} from '../../../findings/rule.js';
import {findingPages} from '../../../findings/rule-page.js';
import {otherFindings, rules} from '../../../findings/rules/index.js';
import {unusedSuppression} from '../../../findings/suppressions.js';
import {listsOf, timesText} from '../outcome.js';
import type {RunReport} from '../run-report.js';
import {chainsOf, insideOf, linesOf, type RunFiles, type SourceLine} from '../source-line.js';

const levels = {error: 'error', warn: 'warning', info: 'note'} as const satisfies Record<Level, string>;

const severities = {error: 'error', warn: 'warning', info: 'recommendation'} as const satisfies Record<Level, string>;

type Words = Pick<OtherFinding, 'id' | 'axis' | 'level' | 'what' | 'why' | 'turnOff'>;

const described: readonly Words[] = [...rules, ...otherFindings];

function descriptorOf(words: Words, pages: ReadonlyMap<string, string>): ReportingDescriptor {
  const {id, level, what, why, turnOff, axis} = words;
  return {
    id,
    name: id,
    shortDescription: {text: what},
    fullDescription: {text: `${what} ${why}`},
    help: {text: `${why}\n\nWhen to turn it off: ${turnOff}`, markdown: pages.get(`${id}.md`)!},
    defaultConfiguration: {level: levels[level]},
    properties: {tags: ['crm-sandbox', axis], precision: 'high', 'problem.severity': severities[level]},
  };
}

const locationOf = ({file, line}: SourceLine): Location => ({
  physicalLocation: {
    artifactLocation: {uri: file.split('/').map(encodeURIComponent).join('/')},
    region: {startLine: line},
  },
});

function messageOf(finding: Finding): string {
  const {operation, message, count, fix} = finding;
  const sentence = `${operation}: ${message}${timesText(count)}`;
  return printable(
    `${sentence}${/[.?!]$/.test(sentence) ? '' : '.'} ${[...listsOf(finding).map(list => `${list}.`), fix.text].join(' ')}`,
  );
}

const ruleOf = ({rule}: Finding) => ({id: rule, index: described.findIndex(({id}) => id === rule)});

/** The lines of client code; otherwise the run's own files. */
function placesOf(finding: Finding, {folder, config, suppressions}: RunFiles): SourceLine[] {
  const lines = linesOf(finding);
  const file = insideOf(folder, finding.rule === unusedSuppression.id ? suppressions : config);
  return lines.length > 0 || file === undefined ? lines : [file];
}

/** The chains of several lines: a chain of one line is the result's location. */
const stacksOf = (finding: Finding): Stack[] =>
  chainsOf(finding)
    .filter(({length}) => length > 1)
    .map(lines => ({frames: lines.map(line => ({location: locationOf(line)}))}));

function resultOf(finding: Finding, [first, ...others]: readonly [SourceLine, ...SourceLine[]]): Result {
  const {id, index} = ruleOf(finding);
  const stacks = stacksOf(finding);
  return {
    ruleId: id,
    ruleIndex: index,
    level: levels[finding.level],
    message: {text: messageOf(finding)},
    locations: [locationOf(first)],
    ...(others.length > 0 && {relatedLocations: others.map((line, id) => ({id, ...locationOf(line)}))}),
    ...(stacks.length > 0 && {stacks}),
    partialFingerprints: {'crmSandboxFinding/v1': finding.fingerprint},
  };
}

const notificationOf = (finding: Finding): Notification => ({
  level: levels[finding.level],
  message: {text: messageOf(finding)},
  associatedRule: ruleOf(finding),
});

/** SARIF 2.1.0 for GitHub code scanning, which rejects the whole file if a result has no file and line. */
export function sarifReport({findings, version}: RunReport, files: RunFiles): Log {
  const pages = findingPages();
  const placed = findings.map(finding => ({finding, places: placesOf(finding, files)}));
  const lost = placed.filter(({places}) => places.length === 0).map(({finding}) => finding);
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'crm-sandbox',
            semanticVersion: version,
            rules: described.map(words => descriptorOf(words, pages)),
          },
        },
        automationDetails: {id: 'crm-sandbox/'},
        columnKind: 'utf16CodeUnits',
        invocations: [{executionSuccessful: true, toolExecutionNotifications: lost.map(notificationOf)}],
        results: placed.flatMap(({finding, places: [first, ...others]}) =>
          first === undefined ? [] : [resultOf(finding, [first, ...others])],
        ),
      },
    ],
  };
}
