import type {ExchangeReader} from '../exchanges/bus.js';
import type {ControlReader} from '../exchanges/control.js';
import type {BrokenRule, FindBrokenRules, FullExchange} from '../exchanges/exchange.js';
import type {Catalog} from '../operations/kinds/catalog.js';
import type {Settings} from '../settings.js';
import {withCommand} from './curl.js';
import type {Finding, FindingsReport, Level, Occurrence, RequestRef} from './finding.js';
import {type FindingSet, FindingStore, findingsIn} from './finding-store.js';
import {type LevelOptions, levelsOf} from './levels.js';
import {boundMistakes} from './memory/bound-mistakes.js';
import {Replies} from './memory/replies.js';
import {type ActiveAccount, WatchedAccounts} from './memory/watched-accounts.js';
import {findingOf, findingOrder, fingerprintOf, markBroken, merged, type StoredFinding} from './merging.js';
import {Trials} from './proposals/trials.js';
import {occurrenceOf} from './rewrite.js';
import {type FindingRule, fine, isDue, type Mistake, rulesByOperation} from './rule.js';
import {rules as allRules} from './rules/index.js';
import {Session} from './session.js';
import {type Suppression, Suppressions} from './suppressions.js';

interface InspectorOptions extends LevelOptions {
  readonly catalog: Catalog;
  /** Also counts requests without an account. */
  readonly defaultAccount: string;
  settingsOf(account: string): Settings;
  readonly suppressions?: readonly Suppression[];
  /** The rules that an earlier request breaks; undefined if the request is no longer stored. */
  readonly brokenOf?: (request: RequestRef) => BrokenRule[] | undefined;
  /** `<YYYY-MM-DD>` */
  readonly today: string;
  /** Called once for each finding. */
  readonly onFinding?: (finding: Finding) => void;
  readonly onError?: (error: unknown) => void;
}

const endings = new Set(['reset', 'seed', 'restoreSnapshot', 'restoreState']);

/** Applies every rule to each exchange, and keeps the findings of all accounts and sessions. */
export class Inspector {
  readonly #levelOf: (rule: FindingRule, mistake: Mistake) => Level;
  readonly #rules: readonly FindingRule[];
  readonly #rulesFor: ReturnType<typeof rulesByOperation>;
  readonly #suppressions: Suppressions;
  readonly #store = new FindingStore();
  readonly #accounts: WatchedAccounts;
  readonly #exercised = new Set<FindingRule>();
  readonly #readers = new Set<(finding: Finding) => void>();
  readonly #trials: Trials;
  /** The latest exchange, and the ids of the rules that it breaks. */
  #latest: {readonly exchange: FullExchange; readonly broken: BrokenRule[]} | undefined;

  constructor(
    readonly options: InspectorOptions,
    rules: readonly FindingRule[] = allRules,
  ) {
    const levelOf = levelsOf(options);
    const replies = new Replies();
    this.#levelOf = (rule, {level}) => levelOf(rule, level) as Level; // rules that are off are already excluded
    this.#rules = rules.filter(rule => levelOf(rule) !== 'off');
    this.#rulesFor = rulesByOperation(this.#rules);
    this.#trials = new Trials(this.#rules, options.onError);
    this.#suppressions = new Suppressions(options.suppressions ?? [], options.today);
    this.#accounts = new WatchedAccounts(
      this.#store,
      account => new Session(options.catalog, options.settingsOf(account), replies),
      watched => {
        this.#judgeEnd(watched.session, this.#exercised, (rule, mistake) => {
          const finding = this.#findingOf(rule, mistake, mistake.at!);
          this.#mark(options.brokenOf?.(mistake.at!), finding);
          this.#add(rule, mistake, finding, watched);
        });
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

  /** Lists the rules that the latest exchange breaks, each once; empty for any other exchange. */
  readonly brokenBy: FindBrokenRules = exchange => (exchange === this.#latest?.exchange ? this.#latest.broken : []);

  /** Adds the rules that a request would break if the session of its account ended now. */
  withBrokenAtEnd(known: readonly BrokenRule[], account: string, seq: number): readonly BrokenRule[] {
    const broken = [...known];
    this.#judgeEnd(this.#accounts.sessionOf(account), new Set(), (rule, mistake) => {
      if (mistake.at!.seq === seq) {
        this.#mark(broken, this.#findingOf(rule, mistake, mistake.at!));
      }
    });
    return broken;
  }

  readonly read: ExchangeReader = exchange => {
    this.#latest = {exchange, broken: []};
    if (exchange.surface !== 'api' || exchange.method === '') {
      return; // a test's admin operations and a page's requests are not mistakes of the client
    }
    const {account, receivedAt, fault} = exchange;
    const watched = this.#accounts.open(account ?? this.options.defaultAccount, receivedAt);
    if (fault !== undefined) {
      for (const rule of this.#rules) {
        this.#apply(rule, rule.inspectInjected, exchange, watched);
      }
      return;
    }
    const judged = watched.session.note(exchange);
    for (const rule of this.#rulesFor(exchange.operation)) {
      if (isDue(rule, judged)) {
        this.#apply(rule, rule.inspect, judged, watched);
      }
    }
    watched.session.finish();
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

  /** Ends the sessions of the matching accounts. Default: all */
  endAll(isMeant: (account: string) => boolean = () => true): void {
    for (const [name, watched] of this.#accounts.all) {
      if (isMeant(name)) {
        this.#accounts.end(watched);
      }
    }
    this.#trials.settle();
  }

  /** Reports on one account, or on all, as if every session ended now. */
  report(account?: string): FindingsReport {
    this.#trials.settle();
    const found = account === undefined ? findingsIn(this.#store.past) : [];
    const exercised = new Set(this.#exercised);
    for (const [name, {findings, session}] of this.#accounts.all) {
      if (account === undefined || account === name) {
        found.push(...findingsIn(findings));
        this.#judgeEnd(session, exercised, (rule, mistake) => {
          const finding = this.#findingOf(rule, mistake, mistake.at!);
          const request = this.#trials.proposal(rule, mistake, session!);
          found.push({...finding, fix: {...finding.fix, request}});
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

  #findingOf(rule: FindingRule, mistake: Mistake, at: Occurrence): StoredFinding {
    const apart = this.#suppressions.apart(rule.id, mistake, at);
    return findingOf(rule.id, this.#levelOf(rule, mistake), apart, at);
  }

  /** Applies a rule. An error in one rule does not affect the others. */
  #apply(rule: FindingRule, inspect: FindingRule['inspect'], exchange: FullExchange, watched: ActiveAccount): void {
    try {
      const found = inspect?.(exchange, watched.session);
      if (found === undefined || exchange.unpatched === null) {
        return; // an override replaced the response: rules only remember what the client saw
      }
      this.#exercised.add(rule);
      for (const mistake of found === fine ? fine : boundMistakes(found)) {
        const finding = this.#findingOf(rule, mistake, mistake.at ?? occurrenceOf(exchange));
        this.#mark(this.#latest!.broken, finding, watched.findings);
        this.#add(rule, mistake, finding, watched, exchange);
      }
    } catch (error) {
      this.options.onError?.(error);
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
        this.options.onError?.(error);
      }
    }
  }

  #mark(broken: BrokenRule[] | undefined, finding: StoredFinding, held?: FindingSet): void {
    if (broken !== undefined && !this.#suppressions.hides(finding)) {
      markBroken(broken, finding, held?.get(finding.key)?.fingerprint ?? fingerprintOf(finding.key));
    }
  }

  #add(
    rule: FindingRule,
    mistake: Mistake,
    finding: StoredFinding,
    {findings, session}: ActiveAccount,
    exchange?: FullExchange,
  ): void {
    const held = this.#store.add(findings, finding);
    if (held === undefined || this.#suppressions.hides(held.finding)) {
      return;
    }
    const isFirst = held.finding.count === 1;
    this.#trials.add(() => {
      const request = this.#trials.proposal(rule, mistake, session, exchange);
      if (request !== null) {
        this.#store.propose(held, request);
      }
      if (isFirst) {
        const finding = withCommand({...held.finding});
        this.options.onFinding?.(finding);
        for (const read of this.#readers) {
          read(finding);
        }
      }
    });
  }
}
