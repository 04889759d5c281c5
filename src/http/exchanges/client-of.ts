import type {ClientInfo} from '../../exchanges/exchange.js';

/** A caller is a place in a source file, relative to the client's folder, and nothing else. */
const callerForm = /^(?!\/|\w:)[^\s:]{1,240}:\d{1,7}$/;

/** What a request's headers say of who sent it. */
export function clientOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): ClientInfo {
  const {'x-sandbox-caller': caller, 'user-agent': userAgent} = headers;
  return {
    ...(typeof caller === 'string' && callerForm.test(caller) && !caller.includes('..') && {caller}),
    ...(typeof userAgent === 'string' && {userAgent}),
  };
}
