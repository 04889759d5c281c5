import type {ClientInfo} from '../../exchanges/exchange.js';

/** What the console of the sandbox calls itself: it has no source that a person would look at. */
const consoleCaller = 'console';

/** Any other caller is a place in a source file, relative to the client's folder, and nothing else. */
const callerForm = /^(?!\/|\w:)[^\s:]{1,240}:\d{1,7}$/;

const isCaller = (text: string): boolean => text === consoleCaller || (callerForm.test(text) && !text.includes('..'));

/** What a request's headers say of who sent it. */
export function clientOf(headers: Readonly<Record<string, string | readonly string[] | undefined>>): ClientInfo {
  const {'x-sandbox-caller': caller, 'user-agent': userAgent} = headers;
  return {
    ...(typeof caller === 'string' && isCaller(caller) && {caller}),
    ...(typeof userAgent === 'string' && {userAgent}),
  };
}
