/** What rules are read by: the operations that they can be for. */
export interface KnownOperations {
  /** The method of the operation with this id; undefined where there is none. */
  methodOf(id: string): string | undefined;
  /**
   * The id that a name stands for.
   * @param of where the name stands, which a refusal begins with
   * @throws ApiError, a 400, that names the nearest
   */
  idOf(name: string, of: string): string;
}

/** @param idOf finds the id that a name stands for, among those there are */
export function knownOperations(
  operations: ReadonlyArray<{readonly id: string; readonly method: string}>,
  idOf: (name: string, ids: readonly string[], of: string) => string,
): KnownOperations {
  const methods = new Map(operations.map(({id, method}) => [id, method]));
  const ids = [...methods.keys()];
  return {methodOf: id => methods.get(id), idOf: (name, of) => idOf(name, ids, of)};
}
