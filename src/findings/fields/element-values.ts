import type {Operation} from '../../operations/operation.js';

/** The main field of each kind of address. */
export const valueKeys: Readonly<Record<string, string>> = {
  email_addresses: 'address',
  phone_numbers: 'number',
  street_addresses: 'street',
  web_addresses: 'url',
};

export function addressKindAt(operation: Operation, path: ReadonlyArray<string | number>): string | undefined {
  const kind =
    path.length === 0
      ? operation.path.split('/').findLast(step => !step.startsWith('{'))
      : path.length === 2
        ? String(path[0])
        : undefined;
  return kind !== undefined && Object.hasOwn(valueKeys, kind) ? kind : undefined;
}

export const valueKeyOf = (operation: Operation, path: ReadonlyArray<string | number>): string | undefined =>
  valueKeys[addressKindAt(operation, path) ?? ''];
