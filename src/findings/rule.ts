import type {FullExchange} from '../exchanges/exchange.js';
import type {Operation} from '../operations/operation.js';
import type {Level, Occurrence, RequestToSend} from './finding.js';
import type {Session} from './session.js';
import {writtenParts} from './terms.js';

type Axis = 'filters' | 'searches' | 'paging' | 'cost' | 'bodies' | 'references' | 'writing' | 'addresses' | 'readings';

export interface Mistake {
  /** Default: the level of the rule. */
  readonly level?: Level;
  /** A JSON pointer into the body, or the name of a parameter; empty for the request as a whole. */
  readonly where: string;
  /** Mistakes of one operation with the same cause are one finding. Default: `where` */
  readonly cause?: string;
  readonly got?: string | undefined;
  readonly nearest?: string | undefined;
  /** Follows the operation: `"amount" is ignored, the gift is $0.00; did you mean received_amount?` */
  readonly message: string;
  readonly fix: string;
  /** Proposes a request for a trial. Default: the corrected one, for rules about single requests. */
  readonly request?: () => RequestToSend | undefined;
  /** Set for a mistake that counts further ones; `where` is then their place. */
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

/** Requests to an account with the data of the profile `small`, in order. */
export interface RuleExample {
  readonly requests: readonly ExampleRequest[];
  /** Options of `startSandbox`. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The same options for the command line. */
  readonly flags?: string;
}

/** An example without options. A path is short for a GET. */
export const example = (...requests: ReadonlyArray<ExampleRequest | string>): RuleExample => ({
  requests: requests.map(request => (typeof request === 'string' ? {path: request} : request)),
});

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

/** A case that resembles the mistake but is correct. */
export interface FalseAlarm {
  readonly what: string;
  /** Produces no finding above info. */
  readonly example?: RuleExample;
  /** Explains why it cannot be distinguished from the mistake. */
  readonly undecided?: string;
}

export const fine: readonly Mistake[] = [];

/** The mistakes of a request; undefined if the rule does not apply. */
type RuleResult = Mistake | readonly Mistake[] | undefined;

/** One kind of client mistake. A rule reads each request and its effects, and stores its data in the session. */
export interface FindingRule {
  readonly id: string;
  readonly axis: Axis;
  /** The default level of its mistakes. */
  readonly level: Level;
  readonly what: string;
  readonly why: string;
  readonly turnOff: string;
  readonly bad: RuleExample;
  readonly good: RuleExample;
  readonly falseAlarms?: readonly FalseAlarm[];
  /** Selects operations; called once for each. Default: all operations, and requests without one */
  reads?(operation: Operation | undefined): boolean;
  /** Skips all other requests. Accepted ones have the status 200. */
  readonly only?: 'with a query' | 'with terms' | 'accepted' | 'accepted body' | 'refused';
  /** Default: true for rules about paging, cost, writing and readings. */
  readonly isAboutSequences?: boolean;
  inspect?(exchange: FullExchange, session: Session): RuleResult;
  /** For requests with an injected fault: the client did not cause the response, but its reaction may be a mistake. */
  inspectInjected?(exchange: FullExchange, session: Session): RuleResult;
  /** Inspects the session as if it ended now, without changing it. */
  atEnd?(session: Session): RuleResult;
}

/** A finding without a request. */
export interface OtherFinding extends Pick<FindingRule, 'id' | 'level' | 'what' | 'why' | 'turnOff'> {
  readonly axis: string;
  /** Describes the cause, as Markdown. */
  readonly wrong: string;
}

/** True if a rule applies to a request. */
export const isDue = ({only}: FindingRule, exchange: FullExchange): boolean =>
  only === undefined ||
  (only === 'with a query' && exchange.url.includes('?')) ||
  (only === 'with terms' && writtenParts(exchange).length > 0) ||
  (only === 'refused' && exchange.status >= 400) ||
  (exchange.status === 200 && (only === 'accepted' || (only === 'accepted body' && exchange.body !== undefined)));

const aboutSequences = new Set<Axis>(['paging', 'cost', 'writing', 'readings']);

/** True if a rule compares a request with those before or after it. */
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
