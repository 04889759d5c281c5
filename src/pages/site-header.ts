/** The logo of crm-sandbox, as in `favicon.svg`. It is inline, because a report is a single file. */
const mark =
  '<svg width="22" height="22" viewBox="0 0 16 16" aria-hidden="true"><rect width="16" height="16" rx="3" ' +
  'fill="#1b6b93"/><path d="M3 12h10L8 4z" fill="#fbe8b2"/></svg>';

const brandOf = (version: string) => `${mark}<span>crm-sandbox <small>${version}</small></span>`;

const links = [
  ['/_sandbox/ui', 'Console'],
  ['/docs', 'API reference'],
  ['/docs/rules', 'Rules'],
  ['/openapi.json', 'openapi.json'],
] as const;

/** The header of the pages that a sandbox serves. @param current the path of the page */
export function siteHeader(version: string, current: string, hasConsole: boolean): string {
  const shown = links.filter(([path]) => hasConsole || path !== '/_sandbox/ui');
  const items = shown.map(
    ([path, title]) => `<a href="${path}"${path === current ? ' aria-current="page"' : ''}>${title}</a>`,
  );
  return (
    `<header class="site-header"><a class="brand" href="/">${brandOf(version)}</a>` +
    `<nav aria-label="Pages">${items.join('')}</nav></header>`
  );
}

/** The header of a report, which has no sandbox to link to. */
export const reportHeader = (version: string): string =>
  `<header class="site-header"><span class="brand">${brandOf(version)}</span></header>`;
