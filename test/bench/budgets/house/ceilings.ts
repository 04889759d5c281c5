import {readFileSync, writeFileSync} from 'node:fs';
import path from 'node:path';
import {root} from '../../../support/pages.js';
import {type Figures, linesOf} from './figures.js';

const file = path.join(root, 'test/bench/budgets/house/ceilings.json');

/** `npm run budgets -- house --write` stores today's figures as ceilings. */
export function readCeilings(): Figures {
  return JSON.parse(readFileSync(file, 'utf8')) as Figures;
}

/** Rounds up, so that small edits keep the ceilings. The total is rounded more, because every edit changes it. */
function ceilingFor(name: string, measured: number): number {
  const unit = name === `${linesOf}all` ? 100 : name.startsWith(linesOf) ? 10 : 1;
  return Math.ceil(measured / unit) * unit;
}

/** A ceiling more than 5 % above its figure, or 2 above a small figure, would let the figure grow back unnoticed. */
const highestFor = (name: string, measured: number) =>
  Math.max(ceilingFor(name, measured), Math.floor(measured * 1.05), measured + 2);

function problemWith(name: string, measured: number | undefined, ceiling: number | undefined): string | undefined {
  const remedy = 'npm run budgets -- house --write';
  if (measured === undefined) {
    return `${name}: has a ceiling, but is not measured; ${remedy} removes it`;
  }
  if (ceiling === undefined) {
    return `${name}: ${measured}, and has no ceiling; ${remedy} adds it`;
  }
  if (measured > ceiling) {
    return `${name}: ${measured}, over its ceiling of ${ceiling}`;
  }
  return ceiling > highestFor(name, measured)
    ? `${name}: ${measured}, and the ceiling of ${ceiling} is too high to hold it down; ${remedy} lowers it`
    : undefined;
}

/** Figures over their ceilings, and ceilings that no longer limit anything. */
export function problems(figures: Figures, ceilings: Figures): string[] {
  const names = new Set([...Object.keys(figures), ...Object.keys(ceilings)]);
  return [...names].flatMap(name => problemWith(name, figures[name], ceilings[name]) ?? []);
}

/** @returns the ceilings that changed, such as `files: lowered from 848 to 650` */
export function writeCeilings(figures: Figures, before: Figures): string[] {
  const after = Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, ceilingFor(name, value)]));
  writeFileSync(file, `${JSON.stringify(after, undefined, 2)}\n`);
  return changes(before, after);
}

export function changes(before: Figures, after: Figures): string[] {
  const names = new Set([...Object.keys(after), ...Object.keys(before)]);
  return [...names].flatMap(name => {
    const [old, current] = [before[name], after[name]];
    if (current === undefined) {
      return `${name}: removed`;
    }
    if (old === undefined) {
      return `${name}: added with ${current}`;
    }
    return old === current ? [] : `${name}: ${current > old ? 'raised' : 'lowered'} from ${old} to ${current}`;
  });
}
