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
}

/** Sent to all of them, though only the sandbox asks for a key. */
export const headers = {authorization: `Basic ${Buffer.from('sandbox-key:').toString('base64')}`};

/** The paths of the interface itself. */
export const apiPaths: Paths = {
  one: id => `/api/v1/constituents/${id}`,
  page: limit => `/api/v1/constituents?limit=${limit}`,
  gifts: id => `/api/v1/constituents/${id}/gifts`,
};
