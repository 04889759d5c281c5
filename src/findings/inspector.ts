import type {ExchangeReader} from '../exchanges/bus.js';
import type {ControlReader} from '../exchanges/control.js';
import type {FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Settings} from '../settings.js';
import {withCommand} from './curl.js';
import type {Finding, Place} from './finding.js';
import {FindingSet, findingOrder} from './finding-set.js';
import {type LevelOptions, levelsOf} from './levels.js';
import {boundMistakes} from './memory/bound-mistakes.js';
import type {StoredFinding} from './memory/finding-space.js';
import {type Judge, Judges, LatestRules} from './memory/judges.js';
import {WatchedAccounts} from './memory/watched-accounts.js';
import {placeOf} from './requests/rewrite.js';
import type {Mistake, Rule} from './rule.js';
import {rules as allRules} from './rules/index.js';
import {unusedSuppression} from './rules/unused-suppression.js';
import {Session} from './session.js';
import {nowhere, type Suppression, Suppressions} from './suppressions.js';

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

/** Applies every rule to each exchange, and keeps the findings of all accounts and sessions. */
export class Inspector {
  readonly #options: InspectorOptions;
  readonly #levelOf: ReturnType<typeof levelsOf>;
  readonly #rules: readonly Rule[];
  readonly #judges: Judges;
  readonly #suppressions: Suppressions;
  readonly #watched: WatchedAccounts;
  readonly #exercised = new Set<Rule>();
  readonly #readers = new Set<(finding: Finding) => void>();
  readonly #latest = new LatestRules();
  readonly #compare: ReturnType<typeof findingOrder>;

  constructor(options: InspectorOptions, rules: readonly Rule[] = allRules) {
    this.#options = options;
    this.#levelOf = levelsOf(options);
    this.#rules = rules.filter(rule => this.#levelOf(rule) !== 'off');
    this.#compare = findingOrder(this.#rules);
    this.#judges = new Judges(this.#rules);
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
    return this.#latest.of(exchange);
  }

  readonly read: ExchangeReader = exchange => {
    this.#latest.begin(exchange);
    if (!isOfClient(exchange)) {
      return;
    }
    const {account, receivedAt} = exchange;
    const {session, found} = this.#watched.session(account ?? this.#options.defaultAccount, receivedAt);
    if (exchange.fault !== undefined) {
      this.#inspect(this.#judges.ofInjected, exchange, session, found);
      return;
    }
    session.note(exchange);
    this.#inspect(this.#judges.of(exchange), exchange, session, found);
    session.finish();
  };

  /** A rule that fails must not keep the others from judging. */
  #inspect(judges: readonly Judge[], exchange: FullExchange, session: Session, found: FindingSet): void {
    for (const judge of judges) {
      try {
        const mistakes = judge.judge(exchange, session);
        if (mistakes !== undefined) {
          this.#noteThatJudged(judge);
          if (mistakes.length > 0) {
            this.#tellAll(judge.rule, mistakes, exchange, found);
          }
        }
      } catch (error) {
        this.#options.onError?.(error);
      }
    }
  }

  #noteThatJudged(judge: Judge): void {
    if (!judge.hasJudged) {
      judge.hasJudged = true;
      this.#exercised.add(judge.rule);
    }
  }

  #tellAll(rule: Rule, mistakes: readonly Mistake[], exchange: FullExchange, found: FindingSet): void {
    const place = placeOf(exchange);
    for (const mistake of boundMistakes(mistakes)) {
      this.#note(rule, mistake, place);
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
          this.#judgeEnd(watched.session, found, rule => exercised.add(rule));
        }
      }
    }
    const {all} = found;
    const shown = all.filter(finding => !this.#suppressions.hides(finding));
    return {
      findings: [...shown, ...this.#unused(all)].sort(this.#compare).map(withCommand),
      not_exercised: this.#rules.filter(rule => !exercised.has(rule)).map(({id}) => id),
      dropped: this.dropped,
    };
  }

  #finish(session: Session, found: FindingSet): void {
    for (const finding of this.#judgeEnd(session, found, rule => this.#exercised.add(rule))) {
      this.#tell(finding);
    }
  }

  #judgeEnd(session: Session, into: FindingSet, exercised: (rule: Rule) => void): Array<StoredFinding | undefined> {
    return this.#rules.flatMap(rule => {
      const mistakes = this.#askAtEnd(rule, session);
      if (mistakes === undefined) {
        return [];
      }
      exercised(rule);
      return boundMistakes(mistakes).map(mistake => this.#add(rule, mistake, mistake.at!, into));
    });
  }

  #askAtEnd(rule: Rule, session: Session): readonly Mistake[] | undefined {
    try {
      return rule.atEnd?.(session);
    } catch (error) {
      this.#options.onError?.(error);
      return undefined;
    }
  }

  #note(rule: Rule, {level, where, at}: Mistake, place: Place): void {
    const {operation} = at ?? place;
    const isHidden = this.#suppressions.hides({rule: rule.id, operation, where});
    if (!isHidden && this.#levelOf(rule, level) !== 'off') {
      this.#latest.add(rule.id);
    }
  }

  #add(rule: Rule, mistake: Mistake, place: Place, into: FindingSet): StoredFinding | undefined {
    const level = this.#levelOf(rule, mistake.level);
    return level === 'off' ? undefined : into.add(rule.id, level, mistake, mistake.at ?? place);
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

  #unused(findings: readonly StoredFinding[]): readonly StoredFinding[] {
    const found = new FindingSet();
    for (const suppression of this.#suppressions.unused(findings)) {
      const mistake = unusedSuppression.mistake(suppression, this.#suppressions.isOver(suppression));
      found.add(unusedSuppression.id, unusedSuppression.level, mistake, nowhere);
    }
    return found.all;
  }
}

/** What a test does to the sandbox, and what a page asks, is no client's mistake. */
const isOfClient = (exchange: FullExchange): boolean => exchange.surface === 'api' && exchange.method !== '';
