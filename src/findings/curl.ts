import type {RequestToSend} from './finding.js';

/** A text as one word of a shell. */
const word = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A request as a command that can be pasted; `-g` because brackets mean something to curl. */
export function curlOf({method, path, body}: RequestToSend): string {
  const parts = [
    'curl -g',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "Authorization: Bearer $CRM_SANDBOX_KEY"',
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${word(JSON.stringify(body))}`]),
    `"$CRM_SANDBOX_URL"${word(path)}`,
  ];
  return parts.join(' ');
}
