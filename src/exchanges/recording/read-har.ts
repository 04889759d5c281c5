import {readFile, stat} from 'node:fs/promises';
import * as z from 'zod';
import {limits} from '../../limits.js';
import {parsePrivateJson} from './private-json.js';
import {type RecordedExchange, RecordingError} from './recorded-exchange.js';

const content = z.object({
  text: z.string().optional(),
  encoding: z.string().optional(),
  /** Bytes after decompression; -1 if unknown. */
  size: z.number().optional(),
});

const time = z.string().refine(text => !Number.isNaN(Date.parse(text)));

const entryForm = z.object({
  startedDateTime: time,
  /** The account's time, in archives of the sandbox. */
  _at: time.optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z.object({text: z.string().optional()}).optional(),
  }),
  response: z.object({status: z.int().min(0).max(999), content: content.optional()}),
});

const harForm = z.object({log: z.object({entries: z.array(entryForm)})});

/**
 * Reads an HTTP Archive (HAR). Entries without a path, such as `data:` addresses, get an empty one.
 * @throws RecordingError, or the system's own error if the file can't be read
 */
export async function readHar(file: string): Promise<RecordedExchange[]> {
  if ((await stat(file)).size > limits.recording) {
    throw new RecordingError(`The recording is larger than ${limits.recording / 1024 ** 2} MiB; record fewer requests`);
  }
  const {data, error} = harForm.safeParse(jsonOf(await readFile(file, 'utf8')));
  if (error !== undefined) {
    const [{path}] = error.issues as [z.core.$ZodIssue]; // the error's own message may quote a value
    throw new RecordingError(
      `The recording is no HTTP Archive (HAR): ${path.join('.') || 'the whole'}: is missing or invalid`,
    );
  }
  const exchanges = data.log.entries.map((entry, index) => exchangeOf(entry, index + 1));
  return exchanges.sort((one, other) => one.at - other.at); // some tools sort entries by another column
}

function jsonOf(text: string): unknown {
  try {
    return parsePrivateJson(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const {message} = error as SyntaxError;
    throw new RecordingError(`The recording is neither a trace nor an HTTP Archive (HAR): it ${message}`);
  }
}

function exchangeOf(entry: z.infer<typeof entryForm>, number: number): RecordedExchange {
  const {startedDateTime, _at = startedDateTime, request, response} = entry;
  const {pathname = '', search = ''} = URL.canParse(request.url) ? new URL(request.url) : {};
  return {
    number,
    group: '',
    at: Date.parse(_at),
    method: request.method.toUpperCase(),
    path: pathname,
    search: search.slice(1),
    body: request.postData?.text,
    status: response.status,
    reply: wholeText(response.content),
    isFault: false,
  };
}

/** @returns undefined if the text is missing, or shorter than the response was */
function wholeText({text, encoding, size = -1}: z.infer<typeof content> = {}): string | undefined {
  const decoded = encoding === 'base64' && text !== undefined ? Buffer.from(text, 'base64').toString('utf8') : text;
  return decoded === undefined || Buffer.byteLength(decoded) < size ? undefined : decoded;
}
