import type {FullExchange} from '../exchanges/exchange.js';
import type {Operation} from '../operations/operation.js';
import type {Level, Occurrence, RequestToSend} from './finding.js';
import type {Session} from './session.js';
import {writtenParts} from './terms.js';

type Axis = 'filters' | 'searches' | 'paging' | 'cost' | 'bodies' | 'references' | 'writing' | 'addresses' | 'readings';

export interface Mistake {
  /** That of the rule where it is left out. */
  readonly level?: Level;
  /** A JSON pointer into the body, or the name of a parameter; empty for the request as a whole. */
  readonly where: string;
  /** Mistakes of one operation with the same cause are one finding. Default: `where` */
  readonly cause?: string;
  readonly got?: string | undefined;
  readonly nearest?: string | undefined;
  /** To be read behind the operation: `"amount" is ignored, the gift is $0.00; did you mean received_amount?` */
  readonly message: string;
  readonly fix: string;
  /** Proposes a request, which is tried. Default: the corrected one, for rules that judge single requests. */
  readonly request?: () => RequestToSend | undefined;
  /** With it, the mistake stands for so many that are only counted, and `where` is their place. */
  readonly more?: number;
  /** Default: the current request. */
  readonly at?: Occurrence;
}

export interface ExampleRequest extends Omit<RequestToSend, 'method'> {
  /** Default: GET */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: 1 */
  readonly times?: number;
}

/** Requests to an account with the data of the profile `small`, in turn. */
export interface RuleExample {
  readonly requests: readonly ExampleRequest[];
  /** Options of `startSandbox`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The same for the command line. */
  readonly flags?: string;
}

/** An example that needs no options. A path stands for a GET. */
export const example = (...requests: ReadonlyArray<ExampleRequest | string>): RuleExample => ({
  requests: requests.map(request => (typeof request === 'string' ? {path: request} : request)),
});

/** An example for a sandbox with options. */
export const exampleWith = (
  options: Required<Pick<RuleExample, 'options' | 'flags'>>,
  ...requests: ReadonlyArray<ExampleRequest | string>
): RuleExample => ({...example(...requests), ...options});

const sender =
  (method: string) =>
  (path: string, body?: object): ExampleRequest => ({method, path, ...(body !== undefined && {body})});

export const post = sender('POST');
export const patch = sender('PATCH');
export const put = sender('PUT');
export const del = sender('DELETE');

/** Something that looks like the mistake and is none. */
export interface FalseAlarm {
  readonly what: string;
  /** Makes no finding, or none above info. */
  readonly example?: RuleExample;
  /** Says why it cannot be told from the mistake. */
  readonly undecided?: string;
}

export const fine: readonly Mistake[] = [];

/** The mistakes of a request; undefined where the rule could not judge. */
type RuleResult = Mistake | readonly Mistake[] | undefined;

/** One mistake that clients make. It reads what a request was and did, and remembers what it must in the session. */
export interface FindingRule {
  readonly id: string;
  readonly axis: Axis;
  /** The level of mistakes that have none. */
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  readonly turnOff: string;
  readonly bad: RuleExample;
  readonly good: RuleExample;
  readonly falseAlarms?: readonly FalseAlarm[];
  /** Selects operations, once for each; default: all of them, and requests that name none. */
  reads?(operation: Operation | undefined): boolean;
  /** It has nothing to say of other requests, and is not asked of them. Accepted ones have the status 200. */
  readonly only?: 'with a query' | 'with terms' | 'accepted' | 'accepted body' | 'refused';
  /** Default: true for rules about paging, cost, writing and readings. */
  readonly isAboutSequences?: boolean;
  inspect?(exchange: FullExchange, session: Session): RuleResult;
  /** The same for a request with an injected fault: the response is no mistake of the client, but its reaction may be. */
  inspectInjected?(exchange: FullExchange, session: Session): RuleResult;
  /** Judges the session as if it ended now, and changes nothing. */
  atEnd?(session: Session): RuleResult;
}

/** A finding that no request makes. */
export interface OtherFinding extends Pick<FindingRule, 'id' | 'level' | 'what' | 'why' | 'turnOff'> {
  readonly axis: string;
  /** Describes the cause, as Markdown. */
  readonly wrong: string;
}

/** A rule is not applied to requests that it has nothing to say of. */
export const isDue = ({only}: FindingRule, exchange: FullExchange): boolean =>
  only === undefined ||
  (only === 'with a query' && exchange.url.includes('?')) ||
  (only === 'with terms' && writtenParts(exchange).length > 0) ||
  (only === 'refused' && exchange.status >= 400) ||
  (exchange.status === 200 && (only === 'accepted' || (only === 'accepted body' && exchange.body !== undefined)));

const aboutSequences = new Set<Axis>(['paging', 'cost', 'writing', 'readings']);

/** True if a rule judges requests by those before or after them. */
export const isSequence = ({axis, isAboutSequences = aboutSequences.has(axis)}: FindingRule): boolean =>
  isAboutSequences;

/** Selects the rules that read an operation, once for each. */
export function rulesByOperation(rules: readonly FindingRule[]) {
  const known = new Map<Operation | undefined, readonly FindingRule[]>();
  return (operation: Operation | undefined): readonly FindingRule[] => {
    const found = known.get(operation) ?? rules.filter(rule => rule.inspect && (rule.reads?.(operation) ?? true));
    known.set(operation, found);
    return found;
  };
}
