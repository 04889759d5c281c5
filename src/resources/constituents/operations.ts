import {destroy, find, list} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {patchBodyOf} from '../../operations/kinds/patch-body.js';
import {codes, operation} from '../../operations/operation.js';
import {searchOperation} from '../../operations/search-operation.js';
import {constituents} from './constituents.js';
import {presentConstituent} from './present.js';
import {constituentBody, constituentChanges, constituentDetail} from './schema.js';
import {constituentSearch} from './search.js';
import {createConstituent, updateConstituent} from './write.js';

const reply = {kind: 'object', schema: constituentDetail} as const;
const tag = constituents.tag.name;

export const constituentKind = kindOf(constituents, [
  searchOperation(constituentSearch),
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
    handle: ({body, issues}, transaction) =>
      presentConstituent(createConstituent(body, transaction, issues), transaction),
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
    body: patchBodyOf(constituentChanges, constituents),
    reply,
    codes: codes.write,
    handle: ({params, body, issues}, transaction) => {
      const row = find(constituents, params.id!, transaction);
      return presentConstituent(updateConstituent(row, body, transaction, issues), transaction);
    },
  }),
  destroy(constituents, codes.destroyUnlisted),
]);
