import {fieldsOf, replyBody} from '../../fields/reply-body.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, fine, patch, post} from '../../rule.js';
import {type Twin, twinOf} from './twins.js';

const places = {
  'e-mail address': '/email_addresses',
  'external id': '/external_constituent_id',
  'name and postal code': '/last_name',
} as const;

function withoutAddresses(body: unknown): object {
  const {remove_previous_email_addresses: _, email_addresses: __, ...others} = fieldsOf(body);
  return others;
}

const levelOf = ({common, hasSameName}: Twin) =>
  common === 'external id' || (common === 'e-mail address' && hasSameName) ? 'error' : 'warn';

export const duplicateConstituent: FindingRule = {
  id: 'duplicate-constituent',
  axis: 'writing',
  level: 'error',
  what: 'A client creates a constituent with the e-mail address or external id of an active one. A warning if only first name, last name and postal code are the same.',
  why: 'One donor has two records: each has half of the gifts, and both get the letter.',
  turnOff: 'If an import creates duplicates on purpose, and people merge them.',
  bad: example(
    '/api/v1/constituents/search?q[]=name=Bettie&expand=email_addresses',
    post('/api/v1/constituents', {
      first_name: 'Bettie',
      last_name: 'Braun',
      email_addresses: [{address: 'Bettie.Braun400@example.com'}],
    }),
  ),
  good: example(
    '/api/v1/constituents/search?q[]=eaddr=bettie.braun400@example.com&expand=email_addresses',
    patch('/api/v1/constituents/959400', {job_title: 'Baker'}),
  ),
  falseAlarms: [
    {
      what: 'The same e-mail address with another last name, as in a family: only a warning.',
      undecided: 'A family that shares an address looks like a donor with a new name: a person has to decide.',
    },
    {
      what: 'The same name with another postal code.',
      example: example(
        '/api/v1/constituents/search?q[]=name=Auer&expand=street_addresses',
        post('/api/v1/constituents', {
          first_name: 'Liliane',
          last_name: 'Auer',
          email_addresses: [{address: 'another.auer@example.org'}],
          street_addresses: [{street: '1 Elm Street', postal_code: '10001'}],
        }),
      ),
    },
  ],
  only: 'accepted',
  reads: operation => operation?.id === 'createConstituent',
  inspect: exchange => {
    if (exchange.before === undefined) {
      return undefined;
    }
    const twin = twinOf(exchange);
    if (twin === undefined) {
      return fine;
    }
    const {id, name, common, hasSameName} = twin;
    const isOther = common === 'e-mail address' && !hasSameName;
    const instead = `change ${id} instead${isOther ? ' if it is the same donor' : ''}`;
    return {
      level: levelOf(twin),
      where: places[common],
      got: shown(fieldsOf(exchange.body)[places[common].slice(1)]),
      nearest: String(id),
      message: `constituent ${String(replyBody(exchange)['id'])} has the ${common} of ${id} (${shown(name)})`,
      fix: `Search by eaddr or external_id first, and ${instead}.`,
      ...(!isOther && {
        request: () => ({
          body: withoutAddresses(exchange.body),
          method: 'PATCH',
          path: `/api/v1/constituents/${id}`,
        }),
      }),
    };
  },
};
