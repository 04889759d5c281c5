import type {FullExchange} from '../../../exchanges/exchange.js';
import {nearest} from '../../../schema/nearest.js';
import {replySchema} from '../../../schema/replies.js';
import {type IgnoredField, ignoredFields, meantFor} from '../../fields/ignored-fields.js';
import {isFree} from '../../fields/json-pointer.js';
import {fieldsOf} from '../../fields/reply-body.js';
import {moreIgnored} from '../../memory/bound-mistakes.js';
import {shown} from '../../rewrite.js';
import {example, type FindingRule, type Mistake, patch} from '../../rule.js';
import {contactReportExample} from '../example-requests.js';

/** Fields of responses that clients send back after they read and change a record. */
const echoed = ['id', 'created_at', 'updated_at', 'api_version', 'sort_name', 'constituent_id', 'item_id', 'item_type'];

const isEchoed = ({name, path}: IgnoredField, {operation}: FullExchange): boolean =>
  echoed.includes(name) ||
  (path.length === 1 && Object.hasOwn((replySchema(operation!.reply) as {shape?: object}).shape ?? {}, name));

/** True for an object that contains the fields of the body, as some frameworks send them. */
export const isWrapper = ({path, value, known}: IgnoredField): boolean =>
  path.length === 1 && known.some(name => Object.hasOwn(fieldsOf(value), name));

/** The field that an ignored one probably stands for. */
export function nearestField(field: IgnoredField, exchange: FullExchange): string | undefined {
  const {name, value, known, meant} = field;
  if (meant === null || isEchoed(field, exchange)) {
    return undefined;
  }
  const near = meant ?? nearest(name, known);
  const named = near?.replace(/_id$/, '_name');
  return typeof value === 'string' && /\D/.test(value) && known.includes(named ?? '') ? named : near;
}

function mistakeOf(field: IgnoredField, exchange: FullExchange): Mistake {
  const {name, path, pointer, value, meant} = field;
  if (isWrapper(field)) {
    return {
      where: pointer,
      got: shown(value),
      message: `the body is wrapped in "${shown(name)}", so its fields are ignored`,
      fix: `Send the fields of "${shown(name)}" as the body.`,
    };
  }
  const near = nearestField(field, exchange);
  if (near === undefined || !isFree(exchange.body, [...path.slice(0, -1), near])) {
    return {
      level: 'info',
      where: pointer,
      got: shown(value),
      message: `"${shown(name)}" is ignored${meant === null ? ': no field of the operation corresponds to it' : ''}`,
      fix: `Leave "${shown(name)}" out: it changes nothing.`,
    };
  }
  return {level: typeof meant === 'string' ? 'error' : 'info', ...meantFor(near, field)};
}

export const unknownBodyField: FindingRule = {
  id: 'unknown-body-field',
  axis: 'bodies',
  level: 'error',
  what: 'A body has a field that the operation does not know and that stands for one that it knows. An info if the intended field is unclear.',
  why: 'The service ignores the field and responds with 200: the value is lost.',
  turnOff: 'If the client sends the records of another system unchanged. Suppress single fields instead.',
  bad: example(contactReportExample({text: 'Called about the gala', subject: 'Gala'})),
  good: example(contactReportExample({text: 'Called about the gala', name: 'Gala'})),
  falseAlarms: [
    {
      what: 'Fields of a response that the client sends back: only an info.',
      example: example(
        patch('/api/v1/constituents/959400', {
          id: 959400,
          api_version: '1.0',
          sort_name: 'Braun, Bettie',
          created_at: '2019-01-01T00:00:00Z',
          job_title: 'Baker',
        }),
      ),
    },
  ],
  reads: operation => operation?.body !== undefined,
  inspect: exchange => {
    if (exchange.body === undefined) {
      return undefined;
    }
    const fields = ignoredFields(exchange, 'unknown-body-field');
    const sentBack = fields.filter(field => isEchoed(field, exchange));
    const others = fields.filter(field => !sentBack.includes(field)).map(field => mistakeOf(field, exchange));
    const isLost =
      hasWrittenNothing(exchange) &&
      ignoredFields(exchange).length === fields.length &&
      others.every(({level}) => level === 'info');
    return [
      ...(isLost ? [nothingWritten(exchange)] : others),
      ...(sentBack.length === 0 || isLost ? [] : [mistakeOfResponse(sentBack)]),
      ...moreIgnored(exchange, 'body', 'unknown-field'),
    ];
  },
};

function hasWrittenNothing({operation, status, body, issues}: FullExchange): boolean {
  if (operation!.method !== 'PATCH' || status !== 200) {
    return false;
  }
  const sent = Object.keys(fieldsOf(body)).length;
  const unknown = issues.ignored.filter(
    one => one.code === 'unknown-field' && one.in === 'body' && one.path.length === 1,
  );
  return sent > 0 && unknown.length === sent;
}

function nothingWritten({body}: FullExchange): Mistake {
  const names = shown(Object.keys(fieldsOf(body)).join(', '));
  return {
    where: '',
    got: names,
    message: `nothing was written: ${names} ${names.includes(',') ? 'are fields' : 'is a field'} that this operation does not have`,
    fix: 'Send the fields to change; /docs lists them.',
  };
}

/** All returned response fields together are one mistake. */
function mistakeOfResponse(fields: readonly IgnoredField[]): Mistake {
  const names = shown(fields.map(({name}) => name).join(', '));
  return {
    level: 'info',
    where: fields[0]!.pointer,
    cause: 'fields of responses',
    got: names,
    message: `fields of responses are ignored: ${names}`,
    fix: `Leave ${names} out.`,
  };
}
