import type {FaultKind, FaultOf} from '../fault-kind.js';

/** Statuses sent by a gateway, not by the service behind it. */
const ofGateway = new Set([502, 504]);

/** `Retry-After` in seconds, for rules that do not set it. */
const usualWait: Readonly<Record<number, number>> = {429: 1, 503: 1};

const why = (status: number): string =>
  status >= 500 ? 'The service cannot answer now' : `The service answers ${status} to this request`;

const gatewayPage = (title: string) =>
  `<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n<center><h1>${title}</h1></center>\r\n<hr><center>gateway</center>\r\n</body>\r\n</html>\r\n`;

/** The short form is the status itself: `503`, `503=7`. */
export const status: FaultKind<FaultOf<'status'>> = {
  name: 'status',
  details: ['retry_after', 'html'],
  fields: ({integerBetween, flag}) => ({
    status: integerBetween(400, 599),
    retry_after: integerBetween(0, 86_400, ' seconds'),
    html: flag,
  }),
  applyAfter: ({status, retry_after = usualWait[status], html = ofGateway.has(status)}, call) => {
    const headers: Record<string, string> = retry_after === undefined ? {} : {'Retry-After': String(retry_after)};
    if (html) {
      call.sendPage(status, gatewayPage(`${status} ${call.titleOf(status) ?? 'Error'}`), headers);
    } else {
      call.sendStatus(status, why(status), headers);
    }
  },
  docs: {
    short: '`503`, `503=7`, any from 400 to 599',
    object: '`{"status": 503, "retry_after": 7, "html": false}`',
    about:
      "the service's own error; 429 and 503 with `Retry-After` (seconds; 1 unless said); 502 and 504 as a gateway's page of HTML",
  },
  menu: [
    ['503', '1', 'the service is unavailable; seconds until a retry'],
    ['429', '1', 'too many requests; seconds until a retry'],
    ['502', '', "a gateway's page of HTML"],
  ],
};
