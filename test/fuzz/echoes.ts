import {type Draft, plainDraft} from './drafts.js';
import type {Exchange, Subject} from './exchange.js';
import {fieldsOf, fits} from './json-schema.js';
import {writeRequest} from './write-request.js';

/**
 * What a client sends that reads a record, changes some of it, and writes all of it back. The draft itself where the
 * record is not there or its reply can not be sent as it is.
 * @throws ContractFailure
 */
export async function echoed(draft: Draft, exchange: Exchange, {contract, server}: Subject): Promise<Draft> {
  const {operation, path, echo} = draft;
  const show = contract.operations.find(({method, path}) => method === 'GET' && path === operation.path);
  if (echo === undefined || show === undefined) {
    return draft;
  }
  const {status, body: shown} = await exchange.ask(
    writeRequest(plainDraft(show, path, contract), server.key),
    show,
    [200, 404],
  );
  const {schema} = operation.body!;
  const own = fieldsOf(schema).flatMap(([name, field]) => {
    const value = Object.hasOwn(shown, name) ? changed(shown[name], echo[name]) : undefined;
    return value !== undefined && fits(field, value) ? [[name, value] as const] : [];
  });
  return status === 200 ? {...draft, body: {...Object.fromEntries(own), ...(draft.body as object)}} : draft;
}

/** An array with other values in its first entry, if it is to be sent at all; anything else as it is. */
function changed(value: unknown, entry: object | undefined): unknown {
  if (!Array.isArray(value)) {
    return value;
  }
  return entry && value.map((before, index) => (index === 0 ? {...before, ...entry} : before));
}
