import {destroy, find, list} from '../../operations/crud.js';
import {kindOf} from '../../operations/kinds/kind.js';
import {patchBodyOf} from '../../operations/kinds/write-rows.js';
import {codes, operation} from '../../operations/operation.js';
import {searchOperation} from '../../operations/search-operation.js';
import {constituents} from './constituents.js';
import {presentConstituent} from './present.js';
import {constituentBody, constituentChanges, constituentDetail, requiredByContract} from './schema.js';
import {constituentSearch} from './search.js';
import {createConstituent, updateConstituent} from './write.js';

const reply = {kind: 'object', schema: constituentDetail} as const;
const tag = constituents.tag.name;

const destroyWhole = destroy(constituents, codes.destroyUnlisted);

export const constituentKind = kindOf(constituents, [
  searchOperation(constituentSearch),
  list(constituents),
  operation({
    id: 'createConstituent',
    method: 'POST',
    path: '/api/v1/constituents',
    tag,
    summary: 'Create one constituent, with addresses, categories, groups, relationships and custom attributes',
    body: constituentBody,
    requiredByContract,
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
  {
    ...destroyWhole,
    handle: (input, transaction) => {
      if (transaction.assume.constituent_delete === 'cascade') {
        return destroyWhole.handle(input, transaction);
      }
      // Related records still need its name: the row stays, but is hidden.
      const row = find(constituents, input.params.id!, transaction);
      transaction.put(constituents, {...row, is_deleted: true});
      return undefined;
    },
  },
]);
