import type {Finding, RequestToSend} from './finding.js';
import {fingerprintOf, type StoredFinding} from './merging.js';

/** A text as one word of a shell. */
const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request as a command that can be pasted; `-g` because brackets mean something to curl. */
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

/**
 * A finding as it is shown: with its fingerprint, and the command that sends the corrected request, unless only a part
 * of its body is kept.
 */
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
