/**
 * The names and rows of the standard catalog, for the types of the library. They are open here, because a test can
 * start a sandbox with kinds and faults of its own. In the declarations of the package, the build replaces each one by
 * the type that `tools/declarations/library-types.ts` writes under its name.
 */

export type OperationId = string;
export type OperationRef = string;
export type FaultKindName = string;
export type ScenarioName = string;
export type RuleId = string;
export type FindingId = string;

export type CollectionRows = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type CollectionName = string;
export interface CollectionRow {
  readonly id: number;
}

export type SeedRecords = Readonly<Record<string, readonly object[]>>;
