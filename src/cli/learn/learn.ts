import {createHash} from 'node:crypto';
import {generateRecords} from '../../../fixtures/index.js';
import {accountFormat} from '../../import/account-lists.js';
import {checkReplaceable, readIfThere} from '../../persistence/replace-file.js';
import {catalog} from '../../resources/index.js';
import {isHeaderWord, UsageError} from '../../sandbox/options/values.js';
import {CommandError, exitCodes} from '../command-error.js';
import {readWhole} from '../files.js';
import {printError} from '../output/output.js';
import {showWork} from '../output/progress.js';
import {removeNow, writeNow} from '../output/write-file.js';
import {addRecorded, LearnedLists} from './learned-lists.js';
import {Pace, readList} from './read-list.js';
import {listRequests, pagePath} from './requests.js';
import {hasTerminal, lineOf, prompt, reviewedTexts, wantsToKeep} from './review.js';
import {type IsText, type Lists, listedTexts, mapTexts, neutralText, ownWords, type TextLocation} from './texts.js';

export interface LearnOptions {
  /** The address of the service, without a trailing slash. */
  readonly service?: string | undefined;
  /** A recording to learn from instead. */
  readonly recording?: string | undefined;
  /** The variable that contains the key. */
  readonly keyFrom: string;
  readonly yes: boolean;
  readonly out: string;
  readonly reviewed?: string | undefined;
  readonly rename: readonly string[];
}

const requests = listRequests(catalog);

/** The first request of each list, one per line. */
export const plannedRequests = (service: string): string =>
  requests.map(request => `GET ${service}${pagePath(request)}`).join('\n');

/** A predicate for words of the service's own lists, which every sandbox contains. */
const isOwnWord = () => ownWords(catalog, generateRecords(catalog, {constituents: 0}));

/** The texts of the account, one per line. */
export async function listTexts(options: LearnOptions): Promise<string> {
  const {suspicious, others, own} = listedTexts(await gather(options), catalog, isOwnWord());
  return [...suspicious, ...others, ...own].map(lineOf).join('\n');
}

/** Reads the lists of an account, has their texts reviewed, and writes the file. @returns numbers for the user */
export async function learn(options: LearnOptions) {
  const {service, recording, out, reviewed: file, rename} = options;
  checkLists(rename);
  checkReplaceable(out);
  const reviewed = file === undefined ? undefined : reviewedTexts(String(await readWhole(file)), file);
  const isAsking = reviewed === undefined && hasTerminal();
  const isOwn = isOwnWord();
  const keeping = (all: boolean) => (text: string, location: TextLocation) =>
    !rename.includes(location.list) && (all || (reviewed?.has(text) ?? isOwn(text, location)));
  const decision = [service, rename, isAsking || [...(reviewed ?? [])]];
  const finish = (read: Lists) => {
    const {kinds, replaced} = decide(read, keeping(false));
    return isAsking && replaced > 0 ? undefined : kinds; // a text that needs review is never written to a file
  };
  const unfinished = recording === undefined ? new UnfinishedFile(out, decision, finish) : undefined;
  const lists = await gather(options, unfinished);
  const shown = Object.fromEntries(Object.entries(lists).filter(([name]) => !rename.includes(name)));
  const keepsAll = isAsking && (await wantsToKeep(listedTexts(shown, catalog, isOwn)));
  const {kinds, ...texts} = decide(lists, keeping(keepsAll));
  writeNow(out, `${JSON.stringify({format: accountFormat, version: 1, kinds}, undefined, 2)}\n`);
  removeNow(unfinished?.name);
  if (reviewed === undefined && !isAsking) {
    printError('Nobody reviewed the texts, so all of them are replaced: see --list and --reviewed');
  }
  return {entries: Object.fromEntries(Object.entries(kinds).map(([name, {length}]) => [name, length])), texts};
}

function decide(lists: Lists, isKept: IsText) {
  const texts = {kept: 0, replaced: 0};
  const kinds = mapTexts(lists, catalog, (text, location) => {
    const stays = isKept(text, location);
    texts[stays ? 'kept' : 'replaced'] += 1;
    return stays ? text : neutralText(location);
  });
  return {kinds, ...texts};
}

/** @throws UsageError for an unsupported list */
function checkLists(names: readonly string[]): void {
  const known = [...new Set(requests.map(({kind}) => kind.name))];
  const unknown = names.find(name => !known.includes(name));
  if (unknown !== undefined) {
    throw new UsageError(`--rename ${unknown}: there is no such list; the lists are ${known.join(', ')}`);
  }
}

async function gather(options: LearnOptions, unfinished?: UnfinishedFile): Promise<Lists> {
  const {service = '', recording} = options;
  const lists = new LearnedLists(catalog);
  if (recording === undefined) {
    await readAll({service, key: await confirmedKey(options)}, lists, unfinished);
  } else {
    await addRecorded(recording, requests, lists);
  }
  return lists.all();
}

/** Reads the key, and asks for permission to send it to the service. @throws UsageError or CommandError */
async function confirmedKey({keyFrom, service, yes}: LearnOptions): Promise<string> {
  const known = process.env[keyFrom] ?? '';
  const key = known === '' && hasTerminal() ? await prompt(`The key for ${service} (it is not shown):`, true) : known;
  if (!isHeaderWord(key)) {
    throw new UsageError(
      `${keyFrom} must hold the key of the account, a word without spaces: set it, or name another with --key-from`,
    );
  }
  if (!yes && !hasTerminal()) {
    throw new UsageError(`Without a terminal, --yes must confirm that ${service} may get the key`);
  }
  const question = `${service} gets the key of ${keyFrom}, and some ${requests.length} GET requests. Go on? (y/n)`;
  if (!yes && !/^y(?:es)?$/i.test((await prompt(question)).trim())) {
    throw new CommandError('Nothing was sent');
  }
  return key;
}

/** Reads all lists from the service. @throws CommandError with instructions to resume */
async function readAll(
  account: {readonly service: string; readonly key: string},
  lists: LearnedLists,
  unfinished: UnfinishedFile | undefined,
): Promise<void> {
  if (unfinished?.size) {
    printError(`Going on from ${unfinished.name}, which has ${unfinished.size} of ${requests.length} lists`);
  }
  const controller = new AbortController();
  const stop = () => controller.abort();
  process.on('SIGINT', stop).on('SIGTERM', stop);
  const work = showWork('learning');
  const reading = {...account, pace: new Pace(), signal: controller.signal};
  try {
    for (const [index, request] of requests.entries()) {
      const name = pagePath(request);
      const known = unfinished?.find(name);
      const found =
        known ??
        (await readList(request, reading, (read, total) =>
          work.update(index, requests.length, ` lists; ${request.path}: ${read} of ${total} entries`),
        ));
      if (typeof found === 'string') {
        printError(`Skipped ${request.path}: ${found}`);
        continue;
      }
      const kept = lists.add(request, found);
      if (known === undefined) {
        unfinished?.add(name, request.kind.name, kept);
      }
    }
  } catch (error) {
    const isInterrupted = controller.signal.aborted;
    if (!isInterrupted && !(error instanceof CommandError)) {
      throw error;
    }
    const {message, exitCode} = error as CommandError;
    const read = unfinished?.size ?? 0;
    const wayOn = read === 0 ? '' : `. The same command goes on from ${unfinished!.name}, which has ${read} lists`;
    throw isInterrupted
      ? new CommandError(`Interrupted, and nothing was written${wayOn}`, exitCodes.interrupted)
      : new CommandError(`${message}${wayOn}`, exitCode);
  } finally {
    work.stop();
    process.off('SIGINT', stop).off('SIGTERM', stop);
  }
}

/** Stores the lists of an interrupted `learn` next to its result, with the same restrictions on content. */
class UnfinishedFile {
  readonly name: string;
  readonly #decision: string;
  #lists: Record<string, readonly unknown[]> = {};

  /**
   * @param decision everything that affects the texts of the result; a file with another decision is not used
   * @param finish returns the lists for the result; undefined if the file may not contain them yet
   */
  constructor(
    result: string,
    decision: unknown,
    private readonly finish: (lists: Lists) => Lists | undefined,
  ) {
    this.name = `${result}.part`;
    this.#decision = createHash('sha256').update(JSON.stringify(decision)).digest('hex');
    try {
      const {decision, lists} = JSON.parse(String(readIfThere(this.name)));
      this.#lists = decision === this.#decision ? lists : {};
    } catch {} // without a valid file, the work restarts
  }

  get size(): number {
    return Object.keys(this.#lists).length;
  }

  find(list: string): readonly unknown[] | undefined {
    return this.#lists[list];
  }

  add(list: string, kind: string, entries: Lists[string]): void {
    const finished = this.finish({[kind]: entries});
    if (finished !== undefined) {
      this.#lists[list] = finished[kind]!;
      writeNow(this.name, JSON.stringify({decision: this.#decision, lists: this.#lists}));
    }
  }
}
