import {changesTo} from '../operations/changes.js';
import {codes, operation} from '../operations/operation.js';
import {destroy, find, list} from '../operations/standard.js';
import {presentConstituent} from './constituent-detail.js';
import {constituentBody, constituentChanges, constituentDetail} from './constituent-fields.js';
import {createConstituent, updateConstituent} from './constituent-writing.js';
import {constituents} from './constituents.js';

const reply = {kind: 'object', schema: constituentDetail} as const;
const {tag} = constituents;

export const operations = [
  list(constituents),
  operation({
    id: 'createConstituent',
    method: 'POST',
    path: '/api/v1/constituents',
    tag,
    summary: 'Create one constituent, with addresses, categories, groups and custom attributes',
    body: constituentBody,
    reply,
    codes: codes.write,
    handle: ({body, faults}, transaction) =>
      presentConstituent(createConstituent(body, transaction, faults), transaction),
  }),
  operation({
    id: 'showConstituent',
    method: 'GET',
    path: '/api/v1/constituents/{id}',
    tag,
    summary: 'Show one constituent, with all its arrays',
    reply,
    codes: codes.read,
    handle: ({params}, transaction) => presentConstituent(find(constituents, params.id!, transaction), transaction),
  }),
  operation({
    id: 'updateConstituent',
    method: 'PATCH',
    path: '/api/v1/constituents/{id}',
    tag,
    summary: 'Change one constituent: only the fields sent; arrays append unless told to replace',
    body: changesTo(constituentChanges, constituents),
    reply,
    codes: codes.write,
    handle: ({params, body, faults}, transaction) => {
      const row = find(constituents, params.id!, transaction);
      return presentConstituent(updateConstituent(row, body, transaction, faults), transaction);
    },
  }),
  destroy(constituents, codes.destroyUnlisted),
];
