import type {Http2ServerResponse, ServerHttp2Stream} from 'node:http2';
import type {FaultContext} from './fault-context.js';

/** Ends the connection once everything is sent; in HTTP/2, where requests share a connection, only the stream. */
export function endConnection({req, res}: FaultContext): void {
  if (req.httpVersionMajor === 2) {
    breakOff((res as unknown as Http2ServerResponse).stream);
  } else {
    req.socket.destroySoon();
  }
}

/** The HTTP/2 error code for a failure that the client did not cause. */
const internalError = 2;

/** Ends a stream once the response to a ping shows that the client has everything; earlier, unread data would be lost. */
function breakOff(stream: ServerHttp2Stream): void {
  const end = () => stream.close(internalError);
  if (stream.session?.ping(end) !== true) {
    end();
  }
}
