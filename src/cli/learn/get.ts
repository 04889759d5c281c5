import {type IncomingMessage, request as requestHttp} from 'node:http';
import {request as requestHttps} from 'node:https';
import {CommandError, exitCodes} from '../command-error.js';

/** Milliseconds for a response and its body. */
const patience = 60_000;

/** Characters of a body: a page of 500 entries has a tenth of that. */
const longestBody = 16 * 1024 * 1024;

/** A response that may be better after a retry. The message contains nothing of it. */
export class UnusableResponse extends Error {}

/**
 * Sends a GET: the only function of `learn` that sends anything. It follows no redirects.
 * @param key sent in a header, and never used elsewhere
 * @throws UnusableResponse or CommandError
 */
export async function get(url: URL, key: string, signal: AbortSignal) {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const options = {
    method: 'GET',
    headers: {authorization: `Bearer ${key}`, accept: 'application/json'},
    agent: false,
    rejectUnauthorized: true,
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  } as const;
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      request(url, options, resolve).on('error', reject).end();
    });
    let text = '';
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk;
      if (text.length > longestBody) {
        throw Object.assign(new Error(), {code: 'TOO_LONG'}); // leaving the loop closes the connection
      }
    }
    return {status: response.statusCode ?? 0, headers: response.headers, text};
  } catch (error) {
    throw explained(error as NodeJS.ErrnoException, url);
  }
}

function explained({code = '', name}: NodeJS.ErrnoException, {host, hostname}: URL): Error {
  if (/CERT|SIGNATURE|ERR_TLS/.test(code)) {
    const remedy = 'The file of an authority of your own goes into NODE_EXTRA_CA_CERTS';
    return new CommandError(`the certificate of ${host} is not trusted (${code}), so no key was sent. ${remedy}`);
  }
  if (/ENOTFOUND|EAI_AGAIN/.test(code)) {
    return new CommandError(`there is no host ${hostname} (${code})`, exitCodes.unavailable);
  }
  return /ECONNREFUSED|UNREACH/.test(code)
    ? new CommandError(`nothing answers at ${host} (${code})`, exitCodes.unavailable)
    : new UnusableResponse(`the response did not come whole (${code || name}), twice`);
}
