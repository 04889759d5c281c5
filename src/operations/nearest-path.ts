import {nearest} from '../schema/nearest.js';

const maxSteps = 12;

const isParameter = (step: string) => step.startsWith('{');

type Templates = ReadonlyArray<readonly string[]>;

/**
 * Suggests a known path for an unknown one: without extra slashes, with a missing step, or with similar words.
 * @param templates all paths, with ids in braces: `/api/v1/groups/{id}`
 * @param base their common prefix: `/api/v1`
 * @returns a path to request; a template if a part is missing; undefined if none is near
 */
export function nearestPath(path: string, templates: readonly string[], base: string): string | undefined {
  const typed = path.split('/').filter(step => step !== '');
  const root = base.split('/').filter(step => step !== '');
  const all = templates.map(template => template.split('/').slice(1));
  if (typed.length === 0 || typed.length > maxSteps) {
    return undefined;
  }
  // The base alone indicates nothing unless it is a path itself.
  const isEnough = (steps: string[]) => steps.length > root.length || templates.includes(`/${steps.join('/')}`);
  const tries = typed[0] === root[0] ? [typed] : [[...root, ...typed], typed];
  const near = tries.filter(isEnough).flatMap(steps => follow(steps, all) ?? []);
  const isInside = (steps: string[]) => steps.length === typed.length + 1 && steps.at(-1) === typed.at(-1);
  const inside = all.find(steps => isInside(steps) && !steps.some(isParameter));
  return inside === undefined ? near[0] : `/${inside.join('/')}`;
}

/** Walks the known paths step by step and takes the nearest word for an unknown one. */
function follow(steps: readonly string[], templates: Templates): string | undefined {
  const taken: string[] = [];
  let left = templates;
  for (const [index, step] of steps.entries()) {
    const words = [...new Set(left.flatMap(template => template[index] ?? []))].filter(word => !isParameter(word));
    const isId = /^[1-9]\d*$/.test(step);
    const word = words.includes(step) ? step : isId ? undefined : nearest(step, words);
    const isNext = (own: string) => (word === undefined ? isParameter(own) : own === word);
    left = left.filter(template => isNext(template[index] ?? ''));
    if (left.length === 0) {
      return undefined;
    }
    const isOtherId = !isId && word === undefined && left[0]![index]!.endsWith('id}');
    taken.push(isOtherId ? '{id}' : (word ?? step));
  }
  const [shortest] = [...left].sort((one, other) => one.length - other.length);
  return `/${[...taken, ...shortest!.slice(steps.length)].join('/')}`;
}
