/** For `await using`, where the compiler knows of it: older libraries have no such symbol. */
export type AsyncDispose = SymbolConstructor extends {readonly asyncDispose: infer S extends symbol}
  ? {readonly [dispose in S]: () => Promise<void>}
  : object;
