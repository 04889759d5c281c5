import {writeFileSync} from 'node:fs';
import path from 'node:path';
import {readRecording} from '../../../src/exchanges/recording/read-recording.js';
import {catalog} from '../../../src/resources/index.js';
import {compareRecording, type RecordingComparison} from '../../../src/sandbox/compare/compare-recording.js';
import type {StartOptions} from '../../../src/sandbox/start-options.js';
import {type RunningSandbox, startSandbox} from '../../../src/sandbox/start-sandbox.js';
import {newFolder, type Undo} from '../../support/cli.js';
import {sendRequest} from '../../support/http.js';

// biome-ignore lint/suspicious/noExplicitAny: tests read and change responses by their field names
export type Json = any;

export type SendJson = (method: string, path: string, body?: object) => Promise<Json>;

/** Records requests to a sandbox that acts as the service. @returns an HTTP Archive */
export async function recordedHar(
  steps: (send: SendJson, service: RunningSandbox) => Promise<unknown>,
  options: Omit<StartOptions, 'port'> = {},
): Promise<Json> {
  const service = await startSandbox({profile: 'small', now: '2026-01-01T00:00:00Z', ...options});
  const headers = {authorization: `Bearer ${service.key}`, 'content-type': 'application/json'};
  const send: SendJson = async (method, path, body) => {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const {text} = await sendRequest(`${service.url}${path}`, {method, headers, body: sent});
    return text.startsWith('{') ? JSON.parse(text) : text;
  };
  try {
    await steps(send, service);
    return await send('GET', '/_sandbox/requests?format=har&limit=1000');
  } finally {
    await service.close();
  }
}

/** Changes the recorded response of a request. @param number counted from 1 */
export function plant(har: Json, number: number, change: (reply: Json) => unknown): void {
  const {content} = har.log.entries[number - 1].response;
  content.text = JSON.stringify(change(JSON.parse(content.text)));
  content.size = Buffer.byteLength(content.text);
}

export async function writeHar(t: Undo, har: Json): Promise<string> {
  const file = path.join(await newFolder(t), 'recording.har');
  writeFileSync(file, typeof har === 'string' ? har : JSON.stringify(har));
  return file;
}

export const compareHar = async (t: Undo, har: Json): Promise<RecordingComparison> =>
  compareRecording(await readRecording(await writeHar(t, har)), catalog);

/** The results other than `same`, by number: `{4: 'known: keyword_delete=ignore'}`. */
export const remarks = ({results}: RecordingComparison): Record<number, string> =>
  Object.fromEntries(
    results
      .filter(({result}) => result !== 'same')
      .map(({number, result, assume}) => [number, assume === undefined ? result : `${result}: ${assume}`]),
  );
