import {type Draft, plainDraft} from './drafts.js';
import type {Exchange, Subject} from './exchange.js';
import {fieldsOf, fits} from './json-schema.js';
import {writeRequest} from './write-request.js';

/**
 * Builds the request of a client that reads a record, changes parts of it and writes all of it back. Returns the draft
 * itself if the record does not exist or cannot be read.
 * @throws ContractFailure
 */
export async function echoed(draft: Draft, exchange: Exchange, {contract, server}: Subject): Promise<Draft> {
  const {operation, path, echo} = draft;
  const show = contract.operations.find(({method, path}) => method === 'GET' && path === operation.path);
  if (echo === undefined || show === undefined) {
    return draft;
  }
  const {status, body: shown} = await exchange.request(
    writeRequest(plainDraft(show, path, contract), server.key),
    show,
    [200, 404],
  );
  const {schema} = operation.body!;
  const fields = fieldsOf(schema).flatMap(([name, field]) => {
    const value = Object.hasOwn(shown, name) ? changed(shown[name], echo[name]) : undefined;
    return value !== undefined && fits(field, value) ? [[name, value] as const] : [];
  });
  return status === 200 ? {...draft, body: {...Object.fromEntries(fields), ...(draft.body as object)}} : draft;
}

/** Changes the first entry of an array, or omits the array if there is no change; other values are kept. */
function changed(value: unknown, entry: object | undefined): unknown {
  if (!Array.isArray(value)) {
    return value;
  }
  return entry && value.map((before, index) => (index === 0 ? {...before, ...entry} : before));
}
