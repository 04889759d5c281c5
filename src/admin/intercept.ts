import {notFound} from '../errors.js';
import {adminOperation} from './admin-operation.js';

export const showInterception = adminOperation({
  id: 'showInterception',
  method: 'GET',
  path: '/_sandbox/intercept',
  summary: 'Where clients are led that name another host, what they must trust, and what came of it',
  handle: ({interception}) => {
    if (interception === undefined) {
      throw notFound('This sandbox answers for no other host; start it with --intercept api.example.com');
    }
    const {hosts, port, plainPort, proxy, ca, caFile, isolate, allow, reached} = interception;
    return {hosts, port, plain_port: plainPort, proxy, ca, ca_file: caFile, isolate, allow, reached};
  },
});

export type InterceptionReply = Awaited<ReturnType<typeof showInterception.handle>>;
