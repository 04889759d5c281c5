import {kindOf, type Operation, subjectOf} from './contract.js';
import {plainDraft} from './drafts.js';
import {Exchange, failureOf, type Subject} from './exchange.js';
import {KnownRecords} from './known-records.js';
import type {Pair} from './queries.js';
import {writeRequest} from './write-request.js';

/** The number of records to read of a kind that is only listed under other records. */
const maxNested = 12;

export interface Lists {
  readonly known: KnownRecords;
  /** All responses, joined. */
  readonly replies: string;
  readonly failures: readonly string[];
}

/**
 * Reads every list in the document from a server in its initial state: first the top-level lists, then the lists
 * under a record.
 */
export async function readAllLists(subject: Subject): Promise<Lists> {
  await subject.server.reset();
  const known = new KnownRecords();
  const replies: string[] = [];
  const failures: string[] = [];
  const read = async (operation: Operation, path: Readonly<Record<string, unknown>>) => {
    const draft = {...plainDraft(operation, path, subject.contract), query: fullQuery(operation)};
    try {
      const reply = await new Exchange(subject).request(writeRequest(draft, subject.server.key), operation, [200]);
      replies.push(reply.text);
      known.note(subjectOf(operation.path.replace(/\/search$/, '')), reply.body.items ?? []);
    } catch (error) {
      failures.push(`reading all of ${operation.id}: ${failureOf(error)}`);
    }
  };
  const lists = subject.contract.operations.filter(({method, path}) => method === 'GET' && !path.endsWith('}'));
  const [inner, outer] = [true, false].map(isInner => lists.filter(({path}) => path.includes('{') === isInner));
  for (const operation of outer!) {
    await read(operation, {});
  }
  for (const operation of inner!) {
    const parameter = operation.parameters.find(({in: place}) => place === 'path')!.name;
    for (const id of known.ids(kindOf(operation.path, parameter))) {
      if (known.ids(subjectOf(operation.path)).length < maxNested) {
        await read(operation, {[parameter]: id});
      }
    }
  }
  return {known, replies: replies.join('\n'), failures};
}

/** A query for a long page with all expansions. */
function fullQuery({parameters}: Operation): Pair[] {
  return parameters.flatMap(({name, schema, explode}): Pair[] => {
    const words = (schema['items'] as {readonly enum?: readonly string[]} | undefined)?.enum;
    return name === 'limit' ? [[name, '60']] : explode || words === undefined ? [] : [[name, words.join(',')]];
  });
}
