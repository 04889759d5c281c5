import {nearest} from '../schema/nearest.js';

const mostSteps = 12;

const isParameter = (step: string) => step.startsWith('{');

interface Place {
  readonly steps: readonly string[];
  readonly templates: ReadonlyArray<readonly string[]>;
}

/**
 * The path that was probably meant by one that there is not: with a slash too many, without its base, or with a word
 * that differs in a few letters.
 * @param templates every path there is, ids in braces: `/api/v1/groups/{id}`
 * @param base what they all begin with: `/api/v1`
 * @returns as it could be asked for; where a part is missing, as a template; undefined where none is near
 */
export function nearestPath(path: string, templates: readonly string[], base: string): string | undefined {
  const typed = path.split('/').filter(step => step !== '');
  const root = base.split('/').filter(step => step !== '');
  const all = templates.map(template => template.split('/').slice(1));
  if (typed.length === 0 || typed.length > mostSteps) {
    return undefined;
  }
  // Of a base alone nothing says what was meant, unless that is a path itself.
  const isEnough = (steps: string[]) => steps.length > root.length || templates.includes(`/${steps.join('/')}`);
  const tries = typed[0] === root[0] ? [typed] : [[...root, ...typed], typed];
  const found = tries.filter(isEnough).map(steps => follow({steps, templates: all}));
  const [near] = found.filter(steps => steps !== undefined);
  return near && `/${near.join('/')}`;
}

/** Goes along the paths that there are, step by step, by the nearest word where there is no such one. */
function follow({steps, templates}: Place): string[] | undefined {
  const taken: string[] = [];
  let left = templates;
  for (const [index, step] of steps.entries()) {
    const next = stepAt(step, index, left);
    if (next === undefined) {
      return undefined;
    }
    taken.push(next.step);
    left = next.left;
  }
  const isWhole = left.some(({length}) => length === steps.length);
  return isWhole ? taken : [...taken, ...shortest(left).slice(steps.length)];
}

function stepAt(step: string, index: number, templates: Place['templates']) {
  const words = [...new Set(templates.flatMap(template => template[index] ?? []))];
  const fixed = words.filter(word => !isParameter(word));
  const isId = /^[1-9]\d*$/.test(step);
  const taken = fixed.includes(step) ? step : isId ? undefined : nearest(step, fixed);
  if (taken !== undefined) {
    return {step: taken, left: templates.filter(template => template[index] === taken)};
  }
  const left = templates.filter(template => template[index] !== undefined && isParameter(template[index]));
  return left.length === 0 ? undefined : {step, left};
}

const shortest = (templates: Place['templates']): readonly string[] =>
  templates.reduce((short, template) => (template.length < short.length ? template : short));
