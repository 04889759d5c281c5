import {journalRanges, usualBounds} from '../../exchanges/journal/bounds.js';
import {scenarioNames} from '../../faults/scenarios.js';
import {levelWords, presets} from '../../findings/levels.js';
import {ruleIds} from '../../findings/rule-ids.js';
import {hostConflict, hostForm} from '../../preload/hosts.js';
import {assumedBy, assumeWords, settingRanges, switches, usualMaxLimit} from '../../settings.js';
import {choices} from './choices.js';
import {faults, scenarios} from './faults.js';
import {choice, flag, integerBetween, path, type SandboxOption, words} from './values.js';

const assumeText = Object.entries(switches).map(
  ([name, {values, about}]) => `${name}=${values.join('|')} (${about}; ${values[0]} by default)`,
);

/** Options about how a sandbox responds, and what it reports. */
export const behaviorOptions = {
  assume: {
    describe: `What to assume where the contract is silent; may be repeated: observed (all as the service was seen to do) or contract (all as the contract says); an assumption named beside it wins, ${assumeText.join(', ')}`,
    read: choices(switches, Object.fromEntries(assumeWords.map(word => [word, assumedBy(word)]))),
    library: {
      type: 'Assume',
      describe:
        "What to assume where the contract is silent: by name, `{keyword_delete: 'permanent'}`, or as on the command line, `'observed,keyword_delete=permanent'`",
    },
  },
  'max-limit': {
    describe: 'The largest page: a larger limit is served as this one',
    read: integerBetween(...settingRanges.maxLimit),
    fallback: usualMaxLimit,
  },
  strict: {
    describe: 'Refuse unknown fields, unknown query parameters and unresolved references, which the service ignores',
    read: flag(),
  },
  'rate-limit': {
    describe: "How many requests a key may make in any five minutes of its account's clock; then 429",
    more: "the service's limit is 300",
    read: integerBetween(...settingRanges.rateLimit),
  },
  findings: {
    describe:
      'How bad mistakes of the client are: recommended, strict (each a level worse) or off, and rule=off|info|warn|error beside it; may be repeated; replies never change',
    more: 'see [the rules](rules/README.md)',
    read: choices(
      {preset: {values: presets}, ...Object.fromEntries(ruleIds.map(id => [id, {values: levelWords}]))},
      Object.fromEntries(presets.map(preset => [preset, {preset}])),
    ),
    fallback: 'recommended',
    library: {
      type: 'LevelOptions',
      describe:
        "The level of each mistake of the client: `{preset: 'strict', rules: {'put-used': 'off'}}`; responses never change",
      fallback: "{preset: 'recommended'}",
    },
  },
  suppressions: {
    describe: 'A file of findings to live with, and why [default: crm-sandbox.suppressions.json, if there is one]',
    more: '`[{"rule": "put-used", "operation": "updateGift", "pointer": "", "reason": "the library sends it", "until": "2026-12-31"}]`',
    read: path,
    library: {
      type: 'readonly Suppression[]',
      describe:
        'Findings to ignore, each with its `rule`, a `reason`, and optionally `operation`, `pointer`, `caller` and `until`',
    },
  },
  fault: {
    describe:
      'A fault for every account, operation[#nth|%every|*times]:kind[=arg][@before|@after-commit], such as createGift#2:lost; may be repeated; docs/faults.md',
    read: faults,
    library: {
      name: 'faults',
      type: 'string | ReadonlyArray<string | FaultRule>',
      describe:
        "Rules for every account, as objects or in short form, such as `'createGift#2:lost'`; a reset does not remove them",
    },
  },
  scenario: {
    describe: `Rules by name, or in a file: ${scenarioNames.join(', ')}; may be repeated`,
    more: 'see [faults.md](faults.md#scenarios)',
    read: scenarios,
    library: {
      type: 'ScenarioName | readonly ScenarioName[]',
      describe: `Named rules: ${scenarioNames.map(name => `\`${name}\``).join(', ')}`,
    },
  },
  // For the processes of a command, the variable CRM_SANDBOX_INTERCEPT already lists the intercepted hosts.
  intercept: {
    describe:
      'A host that clients believe to talk to, such as api.example.com, and cannot reach: the sandbox answers in its place; *.example.com is every host below example.com; may be repeated',
    more: 'see [intercept.md](intercept.md)',
    read: words(hostForm, undefined, hostConflict),
    variable: false,
    library: {
      type: 'InterceptOptions',
      describe:
        "Hosts that the sandbox answers for, such as `{hosts: ['api.example.com', '*.example.org']}`; any key or listener id opens the default account there, and the sandbox's `interception` says how to reach them",
    },
  },
  allow: {
    describe:
      'With --intercept: a host of a private network, or with --isolate any host, that clients may reach as well; may be repeated',
    read: words('a host, an address or a range such as 10.0.0.0/8'),
    library: false,
  },
  isolate: {
    describe: 'With --intercept: let clients reach no other host but this machine, and what --allow names',
    read: flag(),
    library: false,
  },
  'validate-replies': {
    describe: 'Check every reply against the OpenAPI document; the log and /health report wrong ones',
    read: flag(),
    library: {describe: 'Check every response against the OpenAPI document; `onError` and `/health` report wrong ones'},
  },
  'journal-requests': {
    describe: 'How many requests of each account are kept, to be looked at; 0 keeps none',
    more: 'see [requests.md](requests.md)',
    read: integerBetween(...journalRanges.journalRequests),
    fallback: usualBounds.exchanges,
  },
  'journal-mebibytes': {
    describe: 'How many mebibytes they may take, of each account; all accounts together take 64',
    read: integerBetween(...journalRanges.journalMebibytes),
    fallback: 8,
  },
  headers: {
    describe:
      'Tell the number of each request in its reply, X-Sandbox-Request, and the rules it breaks, X-Sandbox-Findings',
    read: flag(),
  },
  json: {describe: 'Write JSON lines, on stdout and in the log', read: flag(), library: false},
  'log-format': {
    describe: 'How the log is written, text or json [default: json with --json, else text]',
    read: choice(['text', 'json']),
    library: false,
  },
} as const satisfies Readonly<Record<string, SandboxOption>>;
