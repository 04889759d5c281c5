import {defaultAccount} from '../../../src/accounts/accounts.js';
import {Journal} from '../../../src/exchanges/journal/journal.js';
import {FaultRules} from '../../../src/faults/fault-rules.js';
import {Coverage} from '../../../src/findings/coverage/coverage.js';
import {Inspector} from '../../../src/findings/inspector.js';
import {createApp} from '../../../src/http/app.js';
import {catalog} from '../../../src/resources/index.js';
import type {Figure} from '../targets.js';
import type {Budget} from './budget.js';
import {createGift, type InProcess, openInProcess, percentOver, type Serve, type Way} from './in-process.js';

/** Creates the app without publishing exchanges; everything else is the same. */
function unpublished({options, bus}: InProcess): Serve {
  const app = createApp(options);
  const place = app.middleware.findIndex(({name}) => name === 'publishExchange');
  if (place === -1) {
    throw new Error('there is no publishExchange among the middleware');
  }
  // Requests that stay in `unanswered` would be garbage-collected within the measurement.
  app.middleware[place] = (ctx, next) => next().then(() => bus.unanswered.forget(ctx.state['received']));
  return app.callback();
}

function readersOf({accounts}: InProcess) {
  const inspector = new Inspector({
    catalog,
    defaultAccount,
    settingsOf: name => accounts.find(name)!.settings,
    today: '2026-01-01',
  });
  const coverage = new Coverage(catalog.operations, defaultAccount);
  return {journal: [new Journal(defaultAccount).read], findings: [inspector.read, coverage.read]};
}

const figure = (subject: string, percent: number, atMost: number, request = 'get one'): Figure => ({
  label: `${subject}, of ${request}`,
  unit: '%',
  measured: {median: percent},
  target: {atMost},
});

interface Readers extends Way {
  readonly journal: Way['readers'];
  readonly findings: Way['readers'];
}

/** Measures a write, which gives readers more to process. */
async function figuresOfCreate(place: InProcess, bare: Way, {journal = [], findings = [], ...withReader}: Readers) {
  const over = (first: Way, second: Way) => percentOver(first, second, place, createGift);
  const of = (subject: string, percent: number, atMost: number) => figure(subject, percent, atMost, 'creating a gift');
  return [
    of('an exchange with one empty reader', await over(bare, withReader), 10),
    of('the journal', await over(withReader, {...withReader, readers: journal}), 10),
    of('findings and coverage', await over(withReader, {...withReader, readers: findings}), 25),
    of('all readers together', await over(bare, {...withReader, readers: [...journal, ...findings]}), 40),
  ];
}

/** The cost of exchanges, their readers and faults, as a share of `get one` and of creating a gift, in process. */
export const exchanges: Budget = {
  name: 'exchanges',
  async measure() {
    const place = await openInProcess();
    const {options} = place;
    const bare = {serve: unpublished(place)};
    const published = {serve: createApp(options).callback()};
    const armed = {
      serve: createApp({...options, faults: new FaultRules(catalog.operations)}).callback(),
    };
    const {journal, findings} = readersOf(place);
    const withReader = {...published, readers: [() => undefined]};
    const over = (first: Way, second: Way) => percentOver(first, second, place);
    return [
      figure('a bus without readers', await over(bare, published), 3),
      figure('an exchange with one empty reader', await over(published, withReader), 5),
      figure('the journal', await over(withReader, {...published, readers: journal}), 5),
      figure('findings and coverage', await over(withReader, {...published, readers: findings}), 5),
      figure('an empty set of faults', await over(published, armed), 1),
      figure('all of these together', await over(bare, {...armed, readers: [...journal, ...findings]}), 12),
      ...(await figuresOfCreate(place, bare, {...withReader, journal, findings})),
    ];
  },
};
