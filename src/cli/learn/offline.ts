import {readRecording} from '../../exchanges/recording/read-recording.js';
import {RecordingError} from '../../exchanges/recording/recorded-exchange.js';
import {TraceError} from '../../exchanges/trace/read-trace.js';
import {CommandError} from '../command-error.js';
import {printError} from '../output/output.js';
import type {LearnedLists} from './learned-lists.js';
import {pageIn} from './read-list.js';
import type {ListRequest} from './requests.js';

/**
 * Adds the lists of a recording, and prints what it lacks. The latest page counts for an entry that several pages have.
 * @throws CommandError that names a position, and nothing of the text
 */
export async function addRecorded(file: string, requests: readonly ListRequest[], lists: LearnedLists): Promise<void> {
  const exchanges = await readRecording(file).catch(error => {
    const isExplained = error instanceof RecordingError || error instanceof TraceError;
    throw isExplained ? new CommandError(error.message) : error;
  });
  for (const request of requests) {
    const isDefault = requests.find(({path}) => path === request.path) === request;
    const ids = new Set<unknown>();
    let total: number | undefined;
    for (const {method, path, search, status, reply = ''} of exchanges) {
      if (method === 'GET' && status === 200 && isOf(path, search, request, isDefault)) {
        try {
          const page = pageIn(reply);
          total = page.total;
          for (const {id} of lists.add(request, page.items)) {
            ids.add(id);
          }
        } catch {
          printError(`A recorded response of ${request.path} is cut or damaged, and was left out`);
        }
      }
    }
    if (total === undefined || ids.size < total) {
      printError(`The recording has ${ids.size} of ${total ?? 'the'} entries of ${request.path}`);
    }
  }
}

/** @param isDefault true for the word that a list is filtered by if a request names none */
function isOf(recorded: string, search: string, {path, filter}: ListRequest, isDefault: boolean): boolean {
  const query = new URLSearchParams(search);
  return (
    recorded.replace(/\.json$/, '').endsWith(path) &&
    Object.entries(filter).every(([name, word]) => (query.get(name) ?? (isDefault && word)) === word)
  );
}
