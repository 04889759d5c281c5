import type {FullExchange} from '../exchanges/exchange.js';
import type {Operation} from '../operations/operation.js';
import type {Level, Occurrence, RequestToSend} from './finding.js';
import type {Session} from './session.js';

/** What mistakes of one kind are about. */
type Axis = 'filters' | 'searches' | 'paging' | 'cost' | 'bodies' | 'references' | 'writing' | 'addresses' | 'readings';

/** What a rule has to say of one request. */
export interface Mistake {
  /** That of the rule where it is left out. */
  readonly level?: Level;
  /** A JSON pointer into the body, or the name of a parameter; empty for the request as a whole. */
  readonly where: string;
  readonly got?: string;
  readonly nearest?: string;
  /** To be read behind the operation: `"amount" is ignored, the gift is $0.00; did you mean received_amount?` */
  readonly message: string;
  /** One sentence. */
  readonly fix: string;
  /** Makes the corrected request. It is called for the first mistake of its kind alone, because it copies the body. */
  readonly request?: () => RequestToSend;
  /** With it, the mistake stands for so many that are only counted, and `where` is their place. */
  readonly more?: number;
  /** Where it was made; the request that is looked at where it is left out. */
  readonly at?: Occurrence;
}

/** A request of an example. */
export interface ExampleRequest extends Omit<RequestToSend, 'method'> {
  /** Default: GET */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How often it is sent. Default: once */
  readonly times?: number;
}

/** Requests to an account with the data of the profile `small`, in turn. */
export interface RuleExample {
  readonly requests: readonly ExampleRequest[];
  /** How the sandbox must be started for it, as `startSandbox` takes it. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The same for the command line. */
  readonly flags?: string;
}

/** An example that needs no options. A path stands for a GET. */
export const example = (...requests: ReadonlyArray<ExampleRequest | string>): RuleExample => ({
  requests: requests.map(request => (typeof request === 'string' ? {path: request} : request)),
});

const sender =
  (method: string) =>
  (path: string, body?: object): ExampleRequest => ({method, path, ...(body !== undefined && {body})});

export const post = sender('POST');
export const patch = sender('PATCH');
export const put = sender('PUT');
export const del = sender('DELETE');

/** Something that looks like the mistake and is none. */
interface FalseAlarm {
  readonly what: string;
  /** What makes no finding, or none above info. */
  readonly example?: RuleExample;
  /** Why it cannot be told from the mistake, where it cannot. */
  readonly undecided?: string;
}

/** Nothing is wrong. */
export const fine: readonly Mistake[] = [];

/** The mistakes of a request; undefined where the rule could not judge. */
type RuleResult = Mistake | readonly Mistake[] | undefined;

/**
 * One mistake that clients make. It reads what a request was and did, and remembers what it must in the session.
 * Where it could not judge, because what it needs did not happen, it answers undefined: that is no pass.
 */
export interface FindingRule {
  readonly id: string;
  readonly axis: Axis;
  /** What its findings have where they say nothing else. */
  readonly level: Level;
  /** When it speaks, in a sentence. */
  readonly what: string;
  /** What the mistake costs. */
  readonly why: string;
  /** When to turn it off. */
  readonly turnOff: string;
  readonly bad: RuleExample;
  readonly good: RuleExample;
  readonly falseAlarms?: readonly FalseAlarm[];
  /** Which operations it looks at; asked once for each. All of them, and requests that name none, where it is left out. */
  reads?(operation: Operation | undefined): boolean;
  /** It has nothing to say of other requests, and is not asked of them. Accepted ones have the status 200. */
  readonly only?: 'with a query' | 'accepted' | 'accepted body' | 'refused';
  inspect?(exchange: FullExchange, session: Session): RuleResult;
  /**
   * The same of a request that a fault was injected into: what was answered is no mistake of the client's, but what it does
   * behind it may be one.
   */
  inspectInjected?(exchange: FullExchange, session: Session): RuleResult;
  /** Judges the session as if it ended now, and changes nothing. */
  atEnd?(session: Session): RuleResult;
}
