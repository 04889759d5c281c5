/** Something that serves the records over HTTP, and can be compared with others that do. */
export interface Contestant {
  readonly name: string;
  /** What stands behind `node` on the command line. */
  command(port: number): readonly string[];
  readonly paths: Paths;
}

/** Where a contestant has what is asked for. */
export interface Paths {
  one(id: number): string;
  page(limit: number): string;
  gifts(constituentId: number): string;
  /** The same path, written in another way each turn, where the answers to what was asked before are remembered. */
  rewritten(path: string, turn: number): string;
}

/** Sent to all of them, though only the sandbox asks for a key. */
export const headers = {authorization: `Basic ${Buffer.from('sandbox-key:').toString('base64')}`};

/** A path without the parameter that `rewritten` gave it; no operation knows it, so it changes nothing. */
export function asWritten(path: string): string {
  const at = path.search(/[?&]turn=/);
  return at === -1 ? path : path.slice(0, at);
}

/** The paths of the interface itself. */
export const apiPaths: Paths = {
  one: id => `/api/v1/constituents/${id}`,
  page: limit => `/api/v1/constituents?limit=${limit}`,
  gifts: id => `/api/v1/constituents/${id}/gifts`,
  rewritten: (path, turn) => `${path}${path.includes('?') ? '&' : '?'}turn=${turn}`,
};
