import type {ConstituentRow} from '../schema.js';

type Names = Pick<ConstituentRow, 'is_org' | 'org_name' | 'first_name' | 'last_name'>;

/** Omits blank parts. */
export const join = (parts: ReadonlyArray<string | null | undefined>, separator: string): string =>
  parts.filter(part => part?.trim()).join(separator);

/** "Last, First"; the name of an organization. */
export function sortNameOf({is_org, org_name, first_name, last_name}: Names): string {
  const person = join([last_name, first_name], ', ');
  return (is_org && org_name?.trim() ? org_name : person || org_name) ?? '';
}

/** Observed: an organization always has a last name, which defaults to its own name. */
export const lastNameOf = ({is_org, org_name, last_name}: Names): string | null =>
  is_org ? (last_name ?? org_name ?? '') : last_name;
