import {parseArgs} from 'node:util';
import {markdown} from '../figures.js';
import {type Figure, reached, targetTable} from '../targets.js';
import {abuse} from './abuse/abuse.js';
import type {Budget} from './budget.js';
import {decimals} from './decimals.js';
import {exchanges} from './exchanges.js';
import {house} from './house/index.js';
import {install} from './install.js';
import {journalMemory} from './journal-memory.js';
import {requests} from './requests.js';
import {start} from './start.js';
import {states} from './states.js';
import {tests} from './tests.js';
import {waits} from './waits/waits.js';

/** In the order in which they run. */
const budgets: readonly Budget[] = [
  house,
  install,
  start,
  requests,
  decimals,
  exchanges,
  journalMemory,
  abuse,
  states,
  waits,
  tests,
];

/**
 * `npm run budgets`, or `npm run budgets -- start install`, measures and prints a table of figures and targets.
 * `--with-tests` also times `npm test`. `house --write` replaces the ceilings of `house` by today's figures. The command
 * exits with 1 if a figure misses its target.
 */
async function run(): Promise<void> {
  const {values, positionals} = parseArgs({
    options: {'with-tests': {type: 'boolean', default: false}, write: {type: 'boolean', default: false}},
    allowPositionals: true,
  });
  const unknown = positionals.filter(name => !budgets.some(budget => budget.name === name));
  if (unknown.length > 0) {
    throw new Error(`unknown budget ${unknown.join()}; available: ${budgets.map(({name}) => name).join(', ')}`);
  }
  if (values.write && !positionals.includes(house.name)) {
    throw new Error(`--write sets the ceilings of ${house.name}: npm run budgets -- ${house.name} --write`);
  }
  const isSelected = ({name, only}: Budget) =>
    positionals.includes(name) ||
    (only === undefined ? positionals.length === 0 : values[only.slice(2) as 'with-tests']);
  const figures: Figure[] = [];
  for (const budget of budgets.filter(isSelected)) {
    figures.push(...(await budget.measure({write: values.write})));
  }
  process.stdout.write(`${markdown(targetTable(figures))}\n`);
  if (!figures.every(reached)) {
    process.exitCode = 1;
  }
}

// Exiting by `exit` kills every fleet of servers.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => process.exit(1));
}
await run();
