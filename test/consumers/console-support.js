import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {sendTraffic} from './console-traffic.js';

export {ui, views} from './console-traffic.js';

/** Starts a sandbox with requests of a client. */
export async function startBusySandbox(t, options) {
  const sandbox = await startTestSandbox(t, options);
  return {sandbox, wrong: await sendTraffic(sandbox)};
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Waits until no colour is animated. Each step of an inherited colour starts another animation in the elements below. */
const settled = `(async () => {
  await new Promise(requestAnimationFrame);
  const running = () => document.getAnimations().filter(({playState}) => playState === 'running');
  for (let all = running(); all.length > 0; all = running()) {
    await Promise.allSettled(all.map(({finished}) => finished));
  }
})()`;

/** Returns only the number of passes, because transferring a thousand elements takes longer than the check. */
const look = `axe.run({resultTypes: ['violations']})
  .then(({violations, passes}) => ({violations, passed: passes.length}))`;

/** Runs axe-core. @returns a line for each violation, or undefined if nothing was checked */
export async function axeFindings(page) {
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.evaluate(axe);
  }
  await page.evaluate(settled);
  const {violations, passed} = await page.evaluate(look);
  return passed === 0
    ? undefined
    : violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}

/** Returns the numbers of the listed requests. @param count waits for this number of rows */
export async function numbersIn(page, count) {
  const rows = page.locator('.rows .request');
  await rows.nth(count - 1).waitFor();
  return rows.evaluateAll(all => all.map(row => Number(row.dataset.seq)));
}

/** Removes expected problems, because the browser reports every error response. */
export function forgive(problems, text) {
  const rest = problems.filter(problem => !problem.includes(text));
  problems.splice(0, problems.length, ...rest);
}
