import {readFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {startTestSandbox} from '../../dist/test/support/sandbox.js';
import {sendTraffic} from './console-traffic.js';

export {ui, views} from './console-traffic.js';

/** A sandbox of the test's own, in which a client has been at work. */
export async function startBusySandbox(t, options) {
  const sandbox = await startTestSandbox(t, options);
  return {sandbox, wrong: await sendTraffic(sandbox)};
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Of what is right, a page has a thousand elements: to hand them over takes longer than to look. */
const look = `axe.run({resultTypes: ['violations']})
  .then(({violations, passes}) => ({violations, passed: passes.length}))`;

/** What axe-core finds, a line each; undefined where it looked at nothing. */
export async function axeFindings(page) {
  if (await page.evaluate("typeof axe === 'undefined'")) {
    await page.evaluate(axe);
  }
  const {violations, passed} = await page.evaluate(look);
  return passed === 0
    ? undefined
    : violations.map(({id, nodes}) => `${id}: ${nodes.map(({target}) => target.join(' ')).join(', ')}`);
}

/** The rows that are in the list, by their numbers. @param count how many there are to be: they are waited for */
export async function numbersIn(page, count) {
  const rows = page.locator('.rows .request');
  await rows.nth(count - 1).waitFor();
  return rows.evaluateAll(all => all.map(row => Number(row.dataset.seq)));
}

/** Takes out what the browser says of answers that a test wanted: it complains of every refusal. */
export function forgive(problems, text) {
  const others = problems.filter(problem => !problem.includes(text));
  problems.splice(0, problems.length, ...others);
}
