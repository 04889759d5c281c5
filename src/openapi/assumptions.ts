import {readFileSync} from 'node:fs';
import {packageFolder} from '../version.js';
import {type AssumptionScope, assumptionScopes} from './assumption-scopes.js';

/** The build extracts the texts from `docs/reference/assumptions.md`, their only source. */
const file = new URL('dist/prepared/assumptions.json', packageFolder);

let texts: Readonly<Record<string, string>> | undefined;

/** The text of an assumption for `x-assumed`. @throws if the page has no such point */
export function reasonOf(point: string): string {
  texts ??= JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, string>>;
  if (!Object.hasOwn(texts, point)) {
    throw new Error(`docs/reference/assumptions.md has no row for ${point}`);
  }
  return `${point}: ${texts[point]}`;
}

type Part = Exclude<keyof AssumptionScope, 'operations'>;

const parts: readonly Part[] = ['parameters', 'body', 'reply', 'statuses'];

const pointsOf = (isMeant: (scope: AssumptionScope) => boolean | undefined): string[] =>
  assumptionScopes.filter(([, scope]) => isMeant(scope)).map(([point]) => point);

/** The assumptions about one part of an operation, such as its parameter `limit`. */
export const assumptionsOn = (operationId: string, part: Part, name: string | number): string[] =>
  pointsOf(
    ({operations, [part]: names = []}) =>
      (operations?.includes(operationId) ?? true) && (names as ReadonlyArray<string | number>).includes(name),
  );

export const assumptionsOnAllOf = (operationId: string): string[] =>
  pointsOf(scope => scope.operations?.includes(operationId) && parts.every(part => scope[part] === undefined));
