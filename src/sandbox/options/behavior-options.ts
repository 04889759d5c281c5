import {journalRanges, usualBounds} from '../../exchanges/journal/bounds.js';
import {scenarioNames} from '../../faults/scenarios.js';
import {levelWords, presets} from '../../findings/levels.js';
import {ruleIds} from '../../findings/rule-ids.js';
import {hostConflict, hostForm} from '../../preload/hosts.js';
import {assumedBy, assumeWords, settingRanges, switches, usualMaxLimit} from '../../settings.js';
import {choices} from './choices.js';
import {faults, scenarios} from './faults.js';
import {type GroupedOptions, inGroup, type SandboxOptions} from './option.js';
import {choice, flag, integerBetween, path, words} from './values.js';

/** Options for the responses of a sandbox and its reports. */
export const behaviorOptions = {
  ...inGroup('Behavior', {
    assume: {
      describe: 'Change an assumption; see crm-sandbox explain assume',
      more: '[assumptions.md](assumptions.md#switches) explains each',
      read: choices(switches, Object.fromEntries(assumeWords.map(word => [word, assumedBy(word)]))),
      library: {
        type: 'Assume',
        describe:
          "Assumptions where the contract is silent: by name, `{keyword_delete: 'permanent'}`, or as on the command line, `'observed,keyword_delete=permanent'`",
      },
    },
    'max-limit': {
      describe: 'Largest page: a larger limit is reduced to this one',
      read: integerBetween(...settingRanges.maxLimit),
      fallback: usualMaxLimit,
    },
    strict: {
      describe: 'Reject unknown fields, unknown parameters and unresolved references, which the service ignores',
      read: flag(),
    },
    'rate-limit': {
      describe: 'Requests per key in five minutes, then 429',
      more: "by the account's clock; the service's limit is 300",
      read: integerBetween(...settingRanges.rateLimit),
    },
  } as const satisfies SandboxOptions),
  ...inGroup('Fault injection', {
    fault: {
      describe: 'Fault such as createGift#2:lost; see crm-sandbox explain fault',
      more: '[faults.md](../test/faults.md) has examples',
      read: faults,
      library: {
        name: 'faults',
        type: 'string | ReadonlyArray<string | FaultRule>',
        describe:
          "Rules for every account, as objects or in short form, such as `'createGift#2:lost'`; a reset does not remove them",
      },
    },
    scenario: {
      describe: 'Predefined faults; see crm-sandbox explain scenario',
      more: '[faults.md](../test/faults.md#scenarios) lists them',
      read: scenarios,
      library: {
        type: 'ScenarioName | readonly ScenarioName[]',
        describe: `Named rules: ${scenarioNames.map(name => `\`${name}\``).join(', ')}`,
      },
    },
    overrides: {
      describe: 'File of corrections to responses, each with a reason',
      more: 'see [overrides.md](../test/overrides.md)',
      read: path,
      fallback: 'crm-sandbox.overrides.json, if it exists',
      library: {
        type: 'string | readonly Override[]',
        describe: 'Corrections to responses, or the name of a file with them, for a place where the service differs',
        fallback: '[]',
      },
    },
  } as const satisfies SandboxOptions),
  ...inGroup('Findings', {
    findings: {
      describe: 'Levels of findings: recommended, strict or off, and rule=off|info|warn|error',
      more: 'strict raises each by one level; responses never change; see [the rules](../rules/README.md)',
      read: choices(
        {preset: {values: presets}, ...Object.fromEntries(ruleIds.map(id => [id, {values: levelWords}]))},
        Object.fromEntries(presets.map(preset => [preset, {preset}])),
      ),
      fallback: 'recommended',
      library: {
        type: 'LevelOptions',
        describe: "Levels of findings: `{preset: 'strict', rules: {'put-used': 'off'}}`",
        fallback: "{preset: 'recommended'}",
      },
    },
    suppressions: {
      describe: 'File of findings to ignore, each with a reason',
      more: '`[{"rule": "put-used", "operation": "updateGift", "pointer": "", "reason": "the library sends it", "until": "2026-12-31"}]`',
      read: path,
      fallback: 'crm-sandbox.suppressions.json, if it exists',
      library: {
        type: 'readonly Suppression[]',
        describe:
          'Findings to ignore, each with its `rule`, a `reason`, and optionally `operation`, `pointer`, `caller` and `until`',
        fallback: '[]',
      },
    },
  } as const satisfies SandboxOptions),
  ...inGroup('Requests', {
    'journal-requests': {
      describe: 'Requests to keep per account; 0 keeps none',
      more: 'see [requests.md](../test/requests.md)',
      read: integerBetween(...journalRanges.journalRequests),
      fallback: usualBounds.exchanges,
    },
    'journal-mebibytes': {
      describe: 'MiB for requests per account; all accounts share 64',
      read: integerBetween(...journalRanges.journalMebibytes),
      fallback: 8,
    },
    headers: {
      describe: 'Add X-Sandbox-Request and X-Sandbox-Findings to responses',
      more: 'the number of the request, and the rules that it breaks',
      read: flag(),
    },
    'validate-replies': {
      describe: 'Validate responses against the OpenAPI document',
      more: 'the log, or `onError`, and `/health` report mismatches',
      read: flag(),
    },
  } as const satisfies SandboxOptions),
  ...inGroup('Interception', {
    // For the processes of a command, the variable CRM_SANDBOX_INTERCEPT already lists the intercepted hosts.
    intercept: {
      describe: 'Host to respond for, such as api.example.com or *.example.com',
      more: 'clients cannot reach the real host; see [intercept.md](../test/intercept.md)',
      read: words(hostForm, 'host', undefined, hostConflict),
      variable: false,
      library: {
        type: 'InterceptOptions',
        describe:
          "Hosts to respond for, such as `{hosts: ['api.example.com', '*.example.org']}`; any key or listener id opens the default account there, and the sandbox's `interception` says how to reach them",
      },
    },
    allow: {
      describe: 'Private host that clients may reach; with --isolate, any host',
      read: words('a host, an address or a range such as 10.0.0.0/8', 'host'),
      library: false,
    },
    isolate: {describe: 'Block all hosts except this machine and those of --allow', read: flag(), library: false},
  } as const satisfies SandboxOptions),
  ...inGroup('Output', {
    json: {describe: 'Write JSON lines to stdout and the log', read: flag(), library: false},
    'log-format': {
      describe: 'Format of the log',
      read: choice(['text', 'json']),
      fallback: 'json with --json, else text',
      library: false,
    },
  } as const satisfies SandboxOptions),
} as const satisfies GroupedOptions;
