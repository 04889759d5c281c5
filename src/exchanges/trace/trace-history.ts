import type {ExchangeReader} from '../bus.js';
import type {ControlReader} from '../control.js';
import type {JournalEntry} from '../journal/entry.js';
import type {Journal} from '../journal/journal.js';
import type {TraceDraft, TraceEnd, TraceHead} from './format.js';
import {TraceLines, textOf} from './trace-recorder.js';
import {tracedControls, tracedRequest} from './traced.js';

const bounds = {controls: 1000, characters: 8 * 1024 * 1024};

interface KeptControl {
  readonly order: number;
  readonly text: string;
}

/** Keeps past events for a trace that is requested later. */
export class TraceHistory {
  readonly #controls: KeptControl[] = [];
  #characters = 0;
  #lostControls = 0;
  #requests = 0;

  /** @param head returns the options with which the sandbox started */
  constructor(
    readonly journal: Journal,
    readonly head: () => Promise<TraceHead>,
  ) {}

  readonly read: ExchangeReader = ({surface}) => {
    this.#requests += surface === 'api' ? 1 : 0;
  };

  readonly readControl: ControlReader = control => {
    const {commits = []} = control; // with ?all=true, one for each account
    const latest = commits.slice(-bounds.controls);
    this.#lostControls += commits.length - latest.length;
    for (const {order, draft} of tracedControls({...control, commits: latest})) {
      const text = textOf(draft);
      this.#controls.push({order, text});
      this.#characters += text.length;
    }
    while (this.#controls.length > bounds.controls || this.#characters > bounds.characters) {
      this.#characters -= this.#controls.shift()!.text.length;
      this.#lostControls += 1;
    }
  };

  /** The lines of a trace of the recorded history, in commit order. */
  async lines(findings?: TraceEnd['findings']): Promise<Generator<string, void>> {
    const head = await this.head();
    const entries = this.journal.all().flatMap(({entries}) => entries);
    const events = [...this.#controls, ...entries.map(entry => ({order: entry.exchange.order ?? 0, entry}))];
    events.sort((one, other) => one.order - other.order);
    const requests = this.#requests - entries.length;
    const controls = this.#lostControls;
    const missing = {...head.missing, ...(requests > 0 && {requests}), ...(controls > 0 && {controls})};
    return linesOf({...head, ...(Object.keys(missing).length > 0 && {missing})}, events, findings);
  }
}

function* linesOf(
  head: TraceHead,
  events: ReadonlyArray<KeptControl | {readonly entry: JournalEntry}>,
  findings: TraceEnd['findings'],
): Generator<string, void> {
  const lines = new TraceLines();
  yield lines.head(head);
  for (const event of events) {
    yield lines.event('text' in event ? event.text : textOf(tracedEntry(event.entry)));
  }
  yield lines.end(findings);
}

/**
 * The journal keeps only the start of a long body, so that request cannot be replayed. After the states are dropped,
 * its changes are only counted.
 */
function tracedEntry(entry: JournalEntry): TraceDraft {
  const {exchange, states} = entry;
  const {wholeBody, wholeReply} = exchange;
  const traced = tracedRequest({
    ...exchange,
    rawBody: wholeBody === undefined ? exchange.rawBody : undefined,
    reply: wholeReply === undefined ? exchange.reply : undefined,
    ...states,
  });
  const total = states === undefined ? entry.change()?.total : undefined;
  return {
    ...traced,
    ...(total && {changes: [], changed: total.created + total.changed + total.deleted}),
    ...(wholeBody !== undefined && {lost: true}),
  };
}
