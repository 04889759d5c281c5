import {HostList} from '../../preload/hosts/host-list.js';

/** The proxy that a user goes to other hosts by: what its address says. */
export interface Upstream {
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
  /** What it asks to be told, if anything: the header `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

/** Where a request goes: to the host itself, through a proxy, or nowhere because the proxy is of a kind that is not spoken. */
export type Route = Upstream | 'straight' | 'unknown';

type Environment = Readonly<Record<string, string | undefined>>;

/** One of these variables, as most clients read them: in small letters first. */
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
