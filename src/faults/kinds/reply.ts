import {type FaultKind, type FaultOf, parseJsonObject} from '../fault-kind.js';
import {serveSpoiled} from './malformed.js';

const readAs = (name: string) => (text: string) => {
  const value = parseJsonObject(text);
  return value && ({[name]: value} as never);
};

export const reply: FaultKind<FaultOf<'reply'>> = {
  name: 'reply',
  fields: ({reply}) => ({reply}),
  argument: {form: 'a JSON object such as {"status":409,"body":{}}', read: readAs('reply')},
  applyAfter: ({reply}, call) => call.sendReply(reply),
  docs: {
    short: '`reply={"status":409}`',
    object: '`{"reply": {"status": 409, "headers": {}, "body": {}}}`',
    about: 'your own response; a string body is sent unchanged',
  },
  menu: [['reply', '{"status":409}', 'a response of your own']],
};

export const patch: FaultKind<FaultOf<'patch'>> = {
  name: 'patch',
  fields: ({patch}) => ({patch}),
  argument: {form: 'a JSON object such as {"name":null}', read: readAs('patch')},
  defaultWhen: 'after-commit',
  keepsResponse: true,
  applyBefore: (_, call) => serveSpoiled(call),
  applyAfter: ({patch}, call) => call.patchReply(patch),
  docs: {
    short: '`patch={"name":null}`',
    object: '`{"patch": {"name": null}}`',
    about: "the service's response, changed by a JSON Merge Patch (RFC 7396): `null` removes a field",
  },
  menu: [['patch', '{"name":null}', 'other fields in the response; null removes one']],
};
