import type {ExchangeReader} from '../bus.js';
import type {ControlReader} from '../control.js';
import type {Entry} from '../journal/entry.js';
import type {Journal} from '../journal/journal.js';
import type {TraceDraft, TraceHead, TraceMissing} from './format.js';
import {TraceLines, textOf} from './trace-lines.js';
import {tracedControls, tracedRequest} from './traced.js';

/** Limits for stored admin operations. */
const most = {controls: 1000, characters: 8 * 1024 * 1024};

/** An event and the function that formats it. */
interface Happened {
  readonly order: number;
  tell(): string;
}

/** The remembered events, for a trace requested afterwards. */
export class TraceHistory {
  readonly #journal: Journal;
  readonly #head: () => Promise<TraceHead>;
  readonly #controls: Array<{readonly order: number; readonly text: string}> = [];
  #characters = 0;
  #lostControls = 0;
  #requests = 0;

  /** @param head gives the options with which the sandbox started */
  constructor(journal: Journal, head: () => Promise<TraceHead>) {
    this.#journal = journal;
    this.#head = head;
  }

  readonly read: ExchangeReader = ({surface}) => {
    this.#requests += surface === 'api' ? 1 : 0;
  };

  readonly readControl: ControlReader = control => {
    const {commits = []} = control; // with ?all=true, one of each account
    const latest = commits.slice(-most.controls);
    this.#lostControls += commits.length - latest.length;
    for (const {order, draft} of tracedControls({...control, commits: latest})) {
      const text = textOf(draft);
      this.#controls.push({order, text});
      this.#characters += text.length;
    }
    while (this.#controls.length > most.controls || this.#characters > most.characters) {
      this.#characters -= this.#controls.shift()!.text.length;
      this.#lostControls += 1;
    }
  };

  /** The lines of a trace of the current history, in the order of commits. */
  async lines(): Promise<Generator<string, void>> {
    const head = await this.#head();
    const entries = this.#journal.all().flatMap(({entries}) => entries);
    const happened: Happened[] = [
      ...entries.map(entry => ({
        order: entry.exchange.order ?? 0,
        tell: () => textOf(tracedEntry(entry)),
      })),
      ...this.#controls.map(({order, text}) => ({order, tell: () => text})),
    ].sort((one, other) => one.order - other.order);
    const missing = this.#missing(this.#requests - entries.length);
    return linesOf({...head, ...((missing || head.missing) && {missing: {...head.missing, ...missing}})}, happened);
  }

  #missing(requests: number): TraceMissing | undefined {
    const controls = this.#lostControls;
    return requests + controls === 0 ? undefined : {...(requests > 0 && {requests}), ...(controls > 0 && {controls})};
  }
}

/** The journal keeps only the start of a long body: such a request cannot be replayed. */
function tracedEntry({exchange, states}: Entry): TraceDraft {
  const {wholeBody, wholeReply} = exchange;
  const traced = tracedRequest({
    ...exchange,
    headers: exchange.headers,
    rawBody: wholeBody === undefined ? exchange.rawBody : undefined,
    reply: wholeReply === undefined ? exchange.reply : undefined,
    ...states,
  });
  return wholeBody === undefined ? traced : {...traced, lost: true};
}

function* linesOf(head: TraceHead, happened: readonly Happened[]): Generator<string, void> {
  const lines = new TraceLines();
  yield lines.head(head);
  for (const {tell} of happened) {
    yield lines.event(tell());
  }
  yield lines.end();
}
