import type {Finding, RequestToSend} from './finding.js';
import {fingerprintOf, type StoredFinding} from './merging.js';

/** Quotes a text as one shell word. */
const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request as a shell command; `-g` because brackets are special to curl. */
function curlOf({method, path, body}: RequestToSend): string {
  const parts = [
    'curl -g',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $CRM_SANDBOX_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${word(JSON.stringify(body))}`]),
    `"$CRM_SANDBOX_URL"${word(path)}`,
  ];
  return parts.join(' ');
}

/** Adds the fingerprint and, unless the body is truncated, the command that sends the corrected request. */
export function withCommand(finding: StoredFinding): Finding {
  const {key, ...shown} = finding;
  const {fix} = shown;
  const request = fix.request === null ? null : (JSON.parse(fix.request) as RequestToSend);
  return {
    ...shown,
    fix: {text: fix.text, request, curl: request === null || request.truncated ? null : curlOf(request)},
    fingerprint: fingerprintOf(key),
  };
}
