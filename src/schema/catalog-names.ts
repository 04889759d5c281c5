/**
 * The names and rows of the standard catalog, for the types of the library. They are open, because a test can start a
 * sandbox with its own kinds and faults. In the package's declarations, the build replaces each one with the type of
 * the same name in `tools/declarations/library-types.ts`.
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
