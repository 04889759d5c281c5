import {example, type FindingRule, fine} from '../../rule.js';

export const keyInUrl: FindingRule = {
  id: 'key-in-url',
  axis: 'addresses',
  level: 'warn',
  what: 'A client sends its key as the parameter `access_token`.',
  why: 'URLs are stored in browser histories, and in the logs of every proxy and server on the way.',
  turnOff: 'If the client cannot send headers.',
  bad: example({path: '/api/v1/payment_types?access_token={key}', headers: {authorization: ''}}),
  good: example('/api/v1/payment_types'),
  falseAlarms: [
    {
      what: 'A request that a person types with curl.',
      example: example({
        path: '/api/v1/payment_types?access_token={key}',
        headers: {authorization: '', 'user-agent': 'curl/8.5.0'},
      }),
    },
  ],
  inspect: exchange => {
    const {key, client} = exchange;
    if (key === undefined) {
      return undefined;
    }
    return key.scheme !== 'access_token' || /^curl\//.test(client.userAgent ?? '')
      ? fine
      : {
          where: 'access_token',
          nearest: 'Authorization: Bearer',
          message: 'the key is in the URL, which is logged; send it in a header',
          fix: 'Send the key in the header Authorization, as Bearer or as the user of Basic.',
        };
  },
};
