import type {Denormalized} from '../../store/collection.js';
import {orderBy} from '../../store/order.js';
import {type MembershipLevelRow, membershipLevels} from '../memberships/membership-levels.js';
import {type MembershipRow, memberships} from '../memberships/memberships.js';
import type {ConstituentRow} from './schema.js';

type Names = Pick<ConstituentRow, 'is_org' | 'org_name' | 'first_name' | 'last_name'>;

/** Omits blank parts. */
export const join = (parts: ReadonlyArray<string | null | undefined>, separator: string): string =>
  parts.filter(part => part?.trim()).join(separator);

/** "Last, First"; the name of an organization. */
export function sortNameOf({is_org, org_name, first_name, last_name}: Names): string {
  const person = join([last_name, first_name], ', ');
  return (is_org && org_name?.trim() ? org_name : person || org_name) ?? '';
}

/** "First Last"; the name of an organization. */
export const fullNameOf = ({is_org, org_name, first_name, last_name}: Names): string | null =>
  is_org && org_name?.trim() ? org_name : join([first_name, last_name], ' ') || org_name;

/** Observed: an organization always has a last name, which defaults to its own name. */
export const lastNameOf = ({is_org, org_name, last_name}: Names): string | null =>
  is_org ? (last_name ?? org_name ?? '') : last_name;

/** The value of `latest_membership_end` for a membership without an end; it sorts after every date. */
export const noEnd = 'open';

const latestFirst = orderBy<MembershipRow>('-finish_date', '-date_start', '-id');

type LatestMembership = Pick<
  ConstituentRow,
  'latest_membership_level_id' | 'latest_membership_level_ordinal' | 'latest_membership_end'
>;

/**
 * The membership that ends last; one without an end is later than any other.
 * @param ordinalOf the position of a level among the others
 */
export function latestMembership(
  held: readonly MembershipRow[],
  ordinalOf: (levelId: number) => number | undefined,
): LatestMembership {
  const latest = held.toSorted(latestFirst)[0];
  const level = latest?.membership_level_id ?? null;
  return {
    latest_membership_level_id: level,
    latest_membership_level_ordinal: level === null ? null : (ordinalOf(level) ?? null),
    latest_membership_end: latest === undefined ? null : (latest.finish_date ?? noEnd),
  };
}

/** Stores a constituent's latest membership in its row: searches filter and sort by it. */
export const denormalizeLatestMembership: Denormalized<ConstituentRow> = {
  affectedBy: {
    memberships: (after?: MembershipRow, before?: MembershipRow) => [
      ...new Set([after, before].flatMap(row => row?.constituent_id ?? [])),
    ],
    membership_levels: (after: MembershipLevelRow | undefined, before: MembershipLevelRow | undefined, reading) =>
      after === undefined || before === undefined || after.ordinal === before.ordinal
        ? []
        : reading
            .rows(memberships)
            .where('membership_level_id', after.id)
            .toArray()
            .map(row => row.constituent_id),
  },
  compute: (row, reading) => {
    const held = reading.rows(memberships).where('constituent_id', row.id).toArray();
    const latest = latestMembership(held, id => reading.rows(membershipLevels).get(id)?.ordinal);
    const isRight = Object.entries(latest).every(([field, value]) => row[field as keyof LatestMembership] === value);
    return isRight ? row : {...row, ...latest};
  },
};
