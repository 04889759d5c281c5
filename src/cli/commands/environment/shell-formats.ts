import {choice} from '../../options/values.js';
import {print} from '../../output/output.js';

/** Within single quotes, only the single quote itself is special. */
const quoted = (value: string, inside: string) => `'${value.replaceAll("'", inside)}'`;

type Write = (values: ReadonlyArray<readonly [name: string, value: string]>) => string;

const aLine =
  (line: (name: string, value: string) => string): Write =>
  values =>
    values.map(pair => line(...pair)).join('\n');

const writers = {
  sh: aLine((name, value) => `export ${name}=${quoted(value, `'\\''`)}`),
  powershell: aLine((name, value) => `$env:${name} = ${quoted(value, "''")}`),
  dotenv: aLine((name, value) => `${name}=${JSON.stringify(value)}`),
  json: values => JSON.stringify(Object.fromEntries(values)),
} satisfies Record<string, Write>;

export const formats = ['sh', 'powershell', 'dotenv', 'json'] as const;

export const format = choice(formats);

export function printVariables(asked: (typeof formats)[number], values: Parameters<Write>[0]): void {
  print(writers[asked](values));
}
