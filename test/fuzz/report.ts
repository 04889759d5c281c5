import type {FuzzReport} from './fuzz.js';

export function describe({coverage, operations, failures}: FuzzReport): string {
  const ofClass = (first: number) =>
    coverage.statuses
      .filter(([status]) => Math.floor(status / 100) === first)
      .reduce((sum, [, count]) => sum + count, 0);
  const classes = [2, 4, 5].map(first => `${first}xx ${ofClass(first)}`).join(', ');
  const statuses = coverage.statuses.map(([status, count]) => `${status} ${count}`).join(', ');
  const {all, taken} = coverage.parts;
  return [
    ...failures.map(failure => `FAILED ${failure}\n`),
    `${coverage.requests} requests to ${operations} operations: ${classes} (${statuses})`,
    `${taken} of ${all} fields and parameters were in a request with a 200 response`,
    `${failures.length} failures`,
  ].join('\n');
}
