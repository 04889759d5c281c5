/** A server to compare, which serves the records over HTTP. */
export interface Contestant {
  readonly name: string;
  /** The arguments of `node`. */
  command(port: number): readonly string[];
  readonly paths: Paths;
}

/** The paths of a contestant for each scenario. */
export interface Paths {
  one(id: number): string;
  page(limit: number): string;
  gifts(constituentId: number): string;
}

/** Sent to all contestants, although only the sandbox requires a key. */
export const headers = {authorization: `Basic ${Buffer.from('sandbox-key:').toString('base64')}`};

/** The paths of the API. */
export const apiPaths: Paths = {
  one: id => `/api/v1/constituents/${id}`,
  page: limit => `/api/v1/constituents?limit=${limit}`,
  gifts: id => `/api/v1/constituents/${id}/gifts`,
};
