import type {Operation} from './contract.js';
import {plainDraft} from './drafts.js';
import {Exchange, type Subject} from './exchange.js';
import {queryParameters} from './queries.js';
import {writeRequest} from './write-request.js';

/** Sends the example request of the document, which must succeed. @throws ContractFailure */
export async function sendExample(operation: Operation, subject: Subject): Promise<void> {
  const {contract, server, coverage} = subject;
  const shown = operation.parameters.filter(({example}) => example !== undefined);
  const path = Object.fromEntries(
    shown.filter(({in: place}) => place === 'path').map(({name, example}) => [name, example]),
  );
  const query = queryParameters(operation)
    .filter(parameter => shown.includes(parameter))
    .flatMap(({name, example}) => [example].flat().map(value => [name, String(value)] as const));
  const body = operation.body?.example;
  const request = writeRequest({...plainDraft(operation, path, contract), query, body}, server.key);
  await new Exchange(subject).request(request, operation, [200]);
  coverage.take(operation, body, query);
}
