import type fc from 'fast-check';
import {type Operation, subjectOf} from './contract.js';
import {pathsOf, plainDraft, settled} from './drafts.js';
import {Exchange, type Subject} from './exchange.js';
import type {KnownRecords} from './known-records.js';
import {Memory} from './memory.js';
import {writeRequest} from './write-request.js';

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];

type Path = Readonly<Record<string, unknown>>;

/** Generates ids for a path of the document. */
export const pathRuns = (operation: Operation, known: KnownRecords): fc.Arbitrary<Path> =>
  pathsOf(operation, known, true);

/** Requests a path with every undeclared method and with HEAD. @throws ContractFailure */
export async function requestOtherMethods(
  operation: Operation,
  path: Path,
  subject: Subject,
  known: KnownRecords,
): Promise<void> {
  const {contract, server} = subject;
  const exchange = new Exchange(subject);
  const draft = settled(plainDraft(operation, path, contract), new Memory(known));
  const offered = contract.operations.filter(other => other.path === operation.path).map(({method}) => method);
  const all = offered.includes('GET') ? [...offered, 'HEAD'] : offered;
  for (const method of methods.filter(method => !offered.includes(method))) {
    const request = {...writeRequest(draft, server.key), method};
    const reply = await exchange.request(request, undefined, [all.includes(method) ? 200 : 405]);
    const allow = String(reply.headers['allow']).split(', ').sort();
    const right = reply.status === 200 || allow.join() === [...all].sort().join();
    exchange.require(right, `Allow is ${allow.join(', ')}, and the document has ${all.join(', ')}`, reply);
  }
  const beyond = {...operation, method: 'GET', path: `${operation.path}/${subjectOf(operation.path)}-more/1`};
  await exchange.request(writeRequest({...draft, operation: beyond}, server.key), undefined, [404]);
}
