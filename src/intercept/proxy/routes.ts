import {HostList} from '../../preload/hosts/host-list.js';

export interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** The value of the header `Proxy-Authorization`, if any. */
  readonly authorization: string | undefined;
}

/** A proxy, a direct connection, or an unsupported kind of proxy. */
export type Route = Upstream | 'straight' | 'unknown';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a variable as most clients do: the lower-case name takes precedence. */
const read = (environment: Environment, name: string) =>
  environment[name.toLowerCase()] || environment[name.toUpperCase()] || undefined;

export class Routes {
  readonly #direct: HostList;
  readonly #proxies: Readonly<Record<'http' | 'https', Upstream | 'unknown' | undefined>>;

  constructor(environment: Environment) {
    this.#direct = new HostList([read(environment, 'no_proxy') ?? '']);
    const other = read(environment, 'all_proxy');
    this.#proxies = {
      http: upstreamAt(read(environment, 'http_proxy') ?? other),
      https: upstreamAt(read(environment, 'https_proxy') ?? other),
    };
  }

  to(scheme: 'http' | 'https', host: string, port: number): Route {
    return this.#direct.names(host, port) ? 'straight' : (this.#proxies[scheme] ?? 'straight');
  }
}

function upstreamAt(written: string | undefined): Upstream | 'unknown' | undefined {
  if (written === undefined) {
    return undefined;
  }
  const text = written.includes('://') ? written : `http://${written}`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return 'unknown';
  }
  const isTls = url.protocol === 'https:';
  const user = `${decoded(url.username)}:${decoded(url.password)}`;
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (isTls ? 443 : 80),
    isTls,
    authorization: user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`,
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
