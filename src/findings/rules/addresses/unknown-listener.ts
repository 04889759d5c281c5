import {listenerIn} from '../../../accounts/submissions.js';
import {pathOf} from '../../rewrite.js';
import {example, type FindingRule, fine, post} from '../../rule.js';

const form = {first_name: 'Ada', email: 'ada@example.org'};

export const unknownListener: FindingRule = {
  id: 'unknown-listener',
  axis: 'addresses',
  level: 'error',
  what: 'A form is submitted to a listener that no account has, and the response is a 404.',
  why: 'The submission is lost. Many form plugins ignore the status and thank the visitor anyway.',
  turnOff: 'If a test sends a wrong id on purpose, to see how its client handles the 404.',
  bad: example(post('/integrations/00000000-0000-4000-a000-000000000000/listener', form)),
  good: example(post('/integrations/0846aa63-2a8b-44e0-a405-b0293013fd9c/listener', form)),
  reads: operation => operation === undefined,
  inspect: exchange => {
    if (listenerIn(pathOf(exchange)) === undefined) {
      return undefined;
    }
    return exchange.status !== 404
      ? fine
      : {
          where: '',
          message: 'no account has this listener: the form is lost',
          fix:
            "Send it to the account's own listener, which crm-sandbox status and GET /_sandbox show. Under exec " +
            '--intercept, any id of a listener is accepted.',
          request: () => undefined,
        };
  },
};
