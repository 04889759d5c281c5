import {markdown} from '../../figures.js';
import type {Figure} from '../../targets.js';
import type {Budget} from '../budget.js';
import {problems, readCeilings, writeCeilings} from './ceilings.js';
import {staticFigures} from './figures.js';
import {hopFigures, measureHops} from './hops.js';
import {modulesIn, sizesApart} from './modules.js';
import {codeIn, readSources, type Sources} from './sources.js';
import {ambiguousNames} from './type-names.js';

function modulesTable(sources: Sources): string {
  const rows = [...modulesIn(sources), ...sizesApart(sources)].map(({name, files, lines, commentLines}) => [
    name,
    ...[files, lines, commentLines].map(value => value.toLocaleString('en')),
  ]);
  return markdown({heads: ['module', 'files', 'lines', 'comment lines'], rows});
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** The size and the shape of the code itself, against ceilings that each step lowers. */
export const house: Budget = {
  name: 'house',
  async measure({write}) {
    const sources = readSources();
    print([modulesTable(sources)]);
    print(ambiguousNames(codeIn(sources), 'exported').map(({name, files}) => `${name}: ${files.join(', ')}`));
    const figures = {...staticFigures(sources), ...hopFigures(await measureHops())};
    if (write) {
      print(['ceilings written', ...writeCeilings(figures, readCeilings())]);
    }
    const ceilings = readCeilings();
    const found = problems(figures, ceilings);
    if (found.length > 0) {
      print(found);
      process.exitCode = 1;
    }
    return Object.entries(figures).map(
      ([label, median]): Figure => ({label, measured: {median}, target: {atMost: ceilings[label] ?? 0}}),
    );
  },
};
