import type {ExchangeReader} from '../exchanges/bus.js';
import type {ControlReader} from '../exchanges/control.js';
import type {FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Operation} from '../operations/operation.js';
import type {Settings} from '../settings.js';
import {withCommand} from './curl.js';
import type {Finding, Level, Occurrence} from './finding.js';
import {FindingSet, findingOrder} from './finding-set.js';
import {type LevelOptions, levelsOf} from './levels.js';
import {boundMistakes} from './memory/bound-mistakes.js';
import type {StoredFinding} from './memory/finding-space.js';
import {WatchedAccounts} from './memory/watched-accounts.js';
import {placeOf} from './rewrite.js';
import type {FindingRule, Mistake} from './rule.js';
import {rules as allRules} from './rules/index.js';
import {unusedSuppressions} from './rules/unused-suppression.js';
import {Session} from './session.js';
import {type Suppression, Suppressions} from './suppressions.js';

export interface InspectorOptions extends LevelOptions {
  readonly catalog: Catalog;
  /** What requests without an account are counted with. */
  readonly defaultAccount: string;
  /** How an account behaves. */
  settingsOf(account: string): Settings;
  readonly suppressions?: readonly Suppression[];
  /** The day on which suppressions are looked at: `<YYYY-MM-DD>`. */
  readonly today: string;
  /** Told of the first of each. */
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

/** The operations that replace the data of an account as a whole. */
const endings = new Set(['reset', 'seed', 'restoreSnapshot', 'restoreState']);

type Inspect = NonNullable<FindingRule['inspect']>;

/** Applies every rule to each exchange, and keeps the findings of all accounts and sessions. */
export class Inspector {
  readonly #options: InspectorOptions;
  readonly #levelOf: ReturnType<typeof levelsOf>;
  readonly #rules: readonly FindingRule[];
  readonly #byOperation = new Map<Operation | undefined, readonly FindingRule[]>();
  readonly #suppressions: Suppressions;
  readonly #watched: WatchedAccounts;
  readonly #exercised = new Set<FindingRule>();
  readonly #readers = new Set<(finding: Finding) => void>();
  /** The exchange that was read last, and the ids of the rules that it breaks. */
  #latest: FullExchange | undefined;
  #brokenByLatest: readonly string[] = [];
  readonly #compare: ReturnType<typeof findingOrder>;

  constructor(options: InspectorOptions, rules: readonly FindingRule[] = allRules) {
    this.#options = options;
    this.#levelOf = levelsOf(options);
    this.#rules = rules.filter(rule => this.#levelOf(rule) !== 'off');
    this.#compare = findingOrder(this.#rules);
    this.#suppressions = new Suppressions(options.suppressions ?? [], options.today);
    this.#watched = new WatchedAccounts(
      (account, replies) => new Session(options.catalog, options.settingsOf(account), replies),
      (session, found) => this.#finish(session, found),
    );
  }

  get isOn(): boolean {
    return this.#rules.length > 0;
  }

  subscribe(reader: (finding: Finding) => void): () => void {
    this.#readers.add(reader);
    return () => {
      this.#readers.delete(reader);
    };
  }

  /** The ids of the rules by which the exchange that was read last is wrong, each once; none of any other. */
  brokenBy(exchange: FullExchange): readonly string[] {
    return exchange === this.#latest ? this.#brokenByLatest : [];
  }

  readonly read: ExchangeReader = exchange => {
    this.#latest = exchange;
    this.#brokenByLatest = [];
    if (!isOfClient(exchange)) {
      return;
    }
    const {account, receivedAt} = exchange;
    const {session, found} = this.#watched.session(account ?? this.#options.defaultAccount, receivedAt);
    if (exchange.fault !== undefined) {
      this.#inspectInjected(exchange, session, found);
      return;
    }
    session.note(exchange);
    this.#inspect(exchange, session, found);
    session.finish();
  };

  #inspect(exchange: FullExchange, session: Session, found: FindingSet): void {
    const hasQuery = exchange.url.includes('?');
    for (const rule of this.#rulesFor(exchange.operation)) {
      if ((rule.only !== 'with a query' || hasQuery) && (rule.only !== 'refused' || exchange.status >= 400)) {
        this.#apply(rule, rule.inspect!, exchange, session, found);
      }
    }
  }

  #rulesFor(operation: Operation | undefined): readonly FindingRule[] {
    let rules = this.#byOperation.get(operation);
    if (rules === undefined) {
      rules = this.#rules.filter(({inspect, reads}) => inspect !== undefined && (reads?.(operation) ?? true));
      this.#byOperation.set(operation, rules);
    }
    return rules;
  }

  #inspectInjected(exchange: FullExchange, session: Session, found: FindingSet): void {
    for (const rule of this.#rules) {
      if (rule.inspectInjected !== undefined) {
        this.#apply(rule, rule.inspectInjected, exchange, session, found);
      }
    }
  }

  /** A rule that fails must not keep the others from being applied. */
  #apply(rule: FindingRule, inspect: Inspect, exchange: FullExchange, session: Session, found: FindingSet): void {
    try {
      const mistakes = inspect(exchange, session);
      if (mistakes !== undefined) {
        this.#exercised.add(rule);
      }
      if (mistakes !== undefined && mistakes.length > 0) {
        this.#tellAll(rule, mistakes, exchange, found);
      }
    } catch (error) {
      this.#options.onError?.(error);
    }
  }

  #tellAll(rule: FindingRule, mistakes: readonly Mistake[], exchange: FullExchange, found: FindingSet): void {
    const place = placeOf(exchange);
    for (const mistake of boundMistakes(mistakes)) {
      const {operation} = mistake.at ?? place;
      const isHidden = this.#suppressions.hides({rule: rule.id, operation, where: mistake.where});
      if (!isHidden && !this.#brokenByLatest.includes(rule.id)) {
        this.#brokenByLatest = [...this.#brokenByLatest, rule.id];
      }
      this.#tell(this.#add(rule, mistake, place, found));
    }
  }

  readonly readControl: ControlReader = ({operation, account, all, params}) => {
    if (operation === 'deleteAccount') {
      this.#watched.leave(params['name']!);
    } else if (operation === 'reset' && all) {
      this.#watched.clear();
    } else {
      for (const [name, watched] of endings.has(operation) ? this.#watched.all : []) {
        if (all || name === account) {
          this.#watched.end(watched);
        }
      }
    }
  };

  endAll(): void {
    for (const [, watched] of this.#watched.all) {
      this.#watched.end(watched);
    }
  }

  get dropped(): number {
    return this.#watched.space.dropped;
  }

  /** Reports on one account, or on all, as if every session ended now. */
  report(account?: string): FindingsReport {
    const found = new FindingSet();
    const exercised = new Set(this.#exercised);
    for (const finding of account === undefined ? this.#watched.past.all : []) {
      found.take(finding);
    }
    for (const [name, watched] of this.#watched.all) {
      if (account === undefined || account === name) {
        for (const finding of watched.found.all) {
          found.take(finding);
        }
        if (watched.session !== undefined) {
          this.#judgeEnd(watched.session, found, exercised);
        }
      }
    }
    const {all} = found;
    const shown = all.filter(finding => !this.#suppressions.hides(finding));
    return {
      findings: [...shown, ...unusedSuppressions(this.#suppressions, all)].sort(this.#compare).map(withCommand),
      not_exercised: this.#rules.filter(rule => !exercised.has(rule)).map(({id}) => id),
      dropped: this.dropped,
    };
  }

  #finish(session: Session, found: FindingSet): void {
    for (const finding of this.#judgeEnd(session, found, this.#exercised)) {
      this.#tell(finding);
    }
  }

  #judgeEnd(session: Session, into: FindingSet, exercised: Set<FindingRule>): Array<StoredFinding | undefined> {
    return this.#rules.flatMap(rule => {
      try {
        const mistakes = rule.atEnd?.(session);
        if (mistakes !== undefined) {
          exercised.add(rule);
        }
        return boundMistakes(mistakes ?? []).map(mistake => this.#add(rule, mistake, mistake.at!, into));
      } catch (error) {
        this.#options.onError?.(error);
        return [];
      }
    });
  }

  /** A rule that is off is not among the rules, so that a mistake always has a level. */
  #add(rule: FindingRule, mistake: Mistake, place: Occurrence, into: FindingSet): StoredFinding | undefined {
    return into.add(rule.id, this.#levelOf(rule, mistake.level) as Level, mistake, mistake.at ?? place);
  }

  #tell(stored: StoredFinding | undefined): void {
    if (stored !== undefined && !this.#suppressions.hides(stored)) {
      const finding = withCommand(stored);
      this.#options.onFinding?.(finding);
      for (const read of this.#readers) {
        read(finding);
      }
    }
  }
}

/** What a test does to the sandbox, and what a page asks, is no client's mistake. */
const isOfClient = (exchange: FullExchange): boolean => exchange.surface === 'api' && exchange.method !== '';
