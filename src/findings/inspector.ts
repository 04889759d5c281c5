import type {ExchangeReader} from '../exchanges/bus.js';
import type {ControlReader} from '../exchanges/control.js';
import type {FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Operation} from '../operations/operation.js';
import type {Settings} from '../settings.js';
import {withCommand} from './curl.js';
import type {Finding, Level, Occurrence} from './finding.js';
import {type FindingSet, FindingStore, findingOf, findingOrder, findingsIn, merged} from './finding-store.js';
import {type LevelOptions, levelsOf} from './levels.js';
import {boundMistakes} from './memory/bound-mistakes.js';
import {Replies} from './memory/replies.js';
import {WatchedAccounts} from './memory/watched-accounts.js';
import {occurrenceOf} from './rewrite.js';
import {type FindingRule, fine, type Mistake} from './rule.js';
import {rules as allRules} from './rules/index.js';
import {Session} from './session.js';
import {type Suppression, Suppressions} from './suppressions.js';

interface InspectorOptions extends LevelOptions {
  readonly catalog: Catalog;
  /** Counts requests without an account. */
  readonly defaultAccount: string;
  settingsOf(account: string): Settings;
  readonly suppressions?: readonly Suppression[];
  /** `<YYYY-MM-DD>` */
  readonly today: string;
  /** Called with the first of each. */
  readonly onFinding?: (finding: Finding) => void;
  readonly onError?: (error: unknown) => void;
}

export interface FindingsReport {
  readonly findings: readonly Finding[];
  /** The ids of rules that could not judge, because what they need did not happen. */
  readonly not_exercised: readonly string[];
  /** The number of findings, of any account, that were dropped since the start: for want of memory, or by a reset of all. */
  readonly dropped: number;
}

const endings = new Set(['reset', 'seed', 'restoreSnapshot', 'restoreState']);

/** Applies every rule to each exchange, and keeps the findings of all accounts and sessions. */
export class Inspector {
  readonly #options: InspectorOptions;
  readonly #levelOf: (rule: FindingRule, mistake: Mistake) => Level;
  readonly #rules: readonly FindingRule[];
  readonly #byOperation = new Map<Operation | undefined, readonly FindingRule[]>();
  readonly #suppressions: Suppressions;
  readonly #store = new FindingStore();
  readonly #accounts: WatchedAccounts;
  readonly #exercised = new Set<FindingRule>();
  readonly #readers = new Set<(finding: Finding) => void>();
  /** The exchange that was read last, and the ids of the rules that it breaks. */
  #latest: {readonly exchange: FullExchange; readonly broken: string[]} | undefined;

  constructor(options: InspectorOptions, rules: readonly FindingRule[] = allRules) {
    const levelOf = levelsOf(options);
    const replies = new Replies();
    this.#options = options;
    this.#levelOf = (rule, {level}) => levelOf(rule, level) as Level; // a rule that is off is not among the rules
    this.#rules = rules.filter(rule => levelOf(rule) !== 'off');
    this.#suppressions = new Suppressions(options.suppressions ?? [], options.today);
    this.#accounts = new WatchedAccounts(
      this.#store,
      account => new Session(options.catalog, options.settingsOf(account), replies),
      (session, findings) => {
        this.#judgeEnd(session, this.#exercised, (rule, mistake) => this.#add(rule, mistake, mistake.at!, findings));
      },
    );
  }

  get isOn(): boolean {
    return this.#rules.length > 0;
  }

  get dropped(): number {
    return this.#store.dropped;
  }

  subscribe(reader: (finding: Finding) => void): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  /** The ids of the rules by which the exchange that was read last is wrong, each once; none of any other. */
  brokenBy(exchange: FullExchange): readonly string[] {
    return exchange === this.#latest?.exchange ? this.#latest.broken : [];
  }

  readonly read: ExchangeReader = exchange => {
    this.#latest = {exchange, broken: []};
    if (exchange.surface !== 'api' || exchange.method === '') {
      return; // what a test does to the sandbox, and what a page asks, is no client's mistake
    }
    const {account, receivedAt, fault} = exchange;
    const {session, findings} = this.#accounts.open(account ?? this.#options.defaultAccount, receivedAt);
    if (fault !== undefined) {
      for (const rule of this.#rules) {
        this.#apply(rule, rule.inspectInjected, exchange, session, findings);
      }
      return;
    }
    session.note(exchange);
    for (const rule of this.#rulesFor(exchange.operation)) {
      if (isDue(rule, exchange)) {
        this.#apply(rule, rule.inspect, exchange, session, findings);
      }
    }
    session.finish();
  };

  readonly readControl: ControlReader = ({operation, account, all, params}) => {
    if (operation === 'deleteAccount') {
      this.#accounts.leave(params['name']!);
    } else if (operation === 'reset' && all) {
      for (const [name] of this.#accounts.all) {
        this.#accounts.leave(name);
      }
      this.#store.stripPast();
    } else if (endings.has(operation)) {
      this.endAll(name => all || name === account);
    }
  };

  /** Ends the sessions of all accounts, or of these. */
  endAll(isMeant: (account: string) => boolean = () => true): void {
    for (const [name, watched] of this.#accounts.all) {
      if (isMeant(name)) {
        this.#accounts.end(watched);
      }
    }
  }

  /** Reports on one account, or on all, as if every session ended now. */
  report(account?: string): FindingsReport {
    const found = account === undefined ? findingsIn(this.#store.past) : [];
    const exercised = new Set(this.#exercised);
    for (const [name, {findings, session}] of this.#accounts.all) {
      if (account === undefined || account === name) {
        found.push(...findingsIn(findings));
        this.#judgeEnd(session, exercised, (rule, mistake) => {
          found.push(findingOf(rule.id, this.#levelOf(rule, mistake), mistake, mistake.at!));
        });
      }
    }
    const all = merged([...found, ...this.#suppressions.unused(found)]);
    const shown = all.filter(finding => !this.#suppressions.hides(finding));
    return {
      findings: shown.sort(findingOrder(this.#rules)).map(withCommand),
      not_exercised: this.#rules.filter(rule => !exercised.has(rule)).map(({id}) => id),
      dropped: this.dropped,
    };
  }

  #rulesFor(operation: Operation | undefined): readonly FindingRule[] {
    let rules = this.#byOperation.get(operation);
    if (rules === undefined) {
      rules = this.#rules.filter(({inspect, reads}) => inspect !== undefined && (reads?.(operation) ?? true));
      this.#byOperation.set(operation, rules);
    }
    return rules;
  }

  /** A rule that fails must not keep the others from being applied. */
  #apply(
    rule: FindingRule,
    inspect: FindingRule['inspect'],
    exchange: FullExchange,
    session: Session,
    findings: FindingSet,
  ): void {
    try {
      const found = inspect?.(exchange, session);
      if (found !== undefined) {
        this.#exercised.add(rule);
      }
      if (found !== undefined && found !== fine) {
        this.#note(rule, boundMistakes(found), exchange, findings);
      }
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  #note(rule: FindingRule, mistakes: readonly Mistake[], exchange: FullExchange, findings: FindingSet): void {
    for (const mistake of mistakes) {
      const at = mistake.at ?? occurrenceOf(exchange);
      const {broken} = this.#latest!;
      const isHidden = this.#suppressions.hides({rule: rule.id, operation: at.operation, where: mistake.where});
      if (!isHidden && !broken.includes(rule.id)) {
        broken.push(rule.id);
      }
      this.#add(rule, mistake, at, findings);
    }
  }

  #judgeEnd(
    session: Session | undefined,
    exercised: Set<FindingRule>,
    use: (rule: FindingRule, mistake: Mistake) => void,
  ): void {
    for (const rule of session === undefined ? [] : this.#rules) {
      try {
        const mistakes = rule.atEnd?.(session!);
        if (mistakes !== undefined) {
          exercised.add(rule);
          for (const mistake of boundMistakes(mistakes)) {
            use(rule, mistake);
          }
        }
      } catch (error) {
        this.#options.onError?.(error);
      }
    }
  }

  #add(rule: FindingRule, mistake: Mistake, at: Occurrence, findings: FindingSet): void {
    const stored = this.#store.add(findings, rule.id, this.#levelOf(rule, mistake), mistake, at);
    if (stored !== undefined && !this.#suppressions.hides(stored)) {
      const finding = withCommand(stored);
      this.#options.onFinding?.(finding);
      for (const read of this.#readers) {
        read(finding);
      }
    }
  }
}

/** A rule is not applied to requests that it has nothing to say of. */
const isDue = ({only}: FindingRule, {url, status, body}: FullExchange): boolean =>
  only === undefined ||
  (only === 'with a query' && url.includes('?')) ||
  (only === 'refused' && status >= 400) ||
  (status === 200 && (only === 'accepted' || (only === 'accepted body' && body !== undefined)));
