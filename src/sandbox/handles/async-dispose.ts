/** Supports `await using` if the compiler's library declares the symbol: older libraries do not. */
export type AsyncDispose = SymbolConstructor extends {readonly asyncDispose: infer S extends symbol}
  ? {readonly [dispose in S]: () => Promise<void>}
  : object;
