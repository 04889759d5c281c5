import * as z from 'zod';
import type {FaultRules} from '../faults/fault-rules.js';
import type {Override} from '../faults/rules/override.js';
import {readOverrides} from '../faults/rules/read-overrides.js';
import {body, listOf} from '../schema/fields.js';
import {adminOperation} from './admin-operation.js';

export interface OverrideStatus extends Override {
  readonly id: string;
  /** The number of changed responses, for all accounts. */
  readonly hits: number;
}

/** The active overrides, in order, in the format of the input. */
export const overridesIn = ({overrides}: Pick<FaultRules, 'overrides'>): readonly Override[] =>
  overrides.rules.map(({rule, id}) => ({...rule.override!, id}));

export const overridesOf = ({overrides}: Pick<FaultRules, 'overrides'>): readonly OverrideStatus[] =>
  overrides.rules.map(({rule, id, hits}) => ({...rule.override!, id, hits}));

const listOverrides = adminOperation({
  id: 'listOverrides',
  method: 'GET',
  path: '/_sandbox/overrides',
  summary: 'List the overrides, which apply to every account, with the number of their hits',
  handle: ({faults}) => ({overrides: overridesOf(faults)}),
});

const setOverrides = adminOperation({
  id: 'setOverrides',
  method: 'PUT',
  path: '/_sandbox/overrides',
  summary: 'Replace all overrides',
  body: body({overrides: listOf(z.unknown())}),
  takesLargeBody: true,
  handle: ({faults, catalog, body: {overrides}}) => {
    faults.overrides.replace(readOverrides(overrides, catalog.operations), null);
    return {overrides: overridesOf(faults)};
  },
});

export const overrideOperations = [listOverrides, setOverrides] as const;
