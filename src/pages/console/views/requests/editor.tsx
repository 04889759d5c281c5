import {useState} from 'preact/hooks';
import type {ShownRequest} from '../../../../admin/requests/show.js';
import {Run} from '../../parts/buttons.js';
import {ErrorText, Field, Options} from '../../parts/form.js';
import {Resource} from '../../parts/resource.js';
import {account} from '../../state/accounts.js';
import {type RawRequest, reasonOf} from '../../state/api.js';
import {noteChange} from '../../state/exchanges.js';
import {isStateGone, sendInFork, sendTo} from '../../state/fork.js';
import {type ApiDocument, fieldsOf} from '../data/fields.js';
import {BodyEditor} from './body-editor.js';
import {Comparison} from './outcome.js';
import {requestHref} from './row.js';

/** A request being edited. */
interface Draft {
  readonly method: string;
  readonly path: string;
  /** One parameter per line, unescaped: `q[]=name=Smith`. */
  readonly query: string;
  readonly text: string;
  /** The reason why the body cannot be sent; empty if it can. */
  readonly problem: string;
}

/** The drafts of this page by account and number, so that closing the dialog loses nothing. */
const drafts = new Map<string, Draft>();

function draftOf({method, url, request: {body}}: ShownRequest): Draft {
  const [path = '', search] = url.split(/\?(.*)/s);
  const query = [...new URLSearchParams(search)].filter(([, value]) => value !== '[hidden]');
  const text = body === null ? '' : typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return {method, path, query: query.map(pair => pair.join('=')).join('\n'), text, problem: ''};
}

/** @throws Error if the draft is not a request to this sandbox's API */
function rawOf({method, path, query, text, problem}: Draft): RawRequest {
  const {origin, pathname} = new URL(path, location.origin);
  if (problem !== '') {
    throw new Error(problem);
  }
  if (!path.startsWith('/') || origin !== location.origin || pathname.startsWith('/_sandbox')) {
    throw new Error(`Path: must be a path of the API, such as /api/v1/gifts/7, got ${path}`);
  }
  const parameters = new URLSearchParams();
  for (const line of query.split('\n').filter(Boolean)) {
    const [name = '', value = ''] = line.split(/=(.*)/s);
    parameters.append(name, value);
  }
  return {method, path: `${path}${parameters.size > 0 ? `?${parameters}` : ''}`, text: text === '' ? undefined : text};
}

type EditorDocument = ApiDocument & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
};

interface DocumentedOperation {
  readonly operationId: string;
  readonly parameters?: ReadonlyArray<{readonly name: string; readonly in: string}>;
}

interface EditorProps {
  readonly request: ShownRequest;
  readonly onClose: () => void;
}

export function RequestEditor(props: EditorProps) {
  return (
    <Resource path="/openapi.json" isConstant>
      {(document: EditorDocument) => <Editor {...props} document={document} />}
    </Resource>
  );
}

/** Scrolls to a new result. */
const reveal = (box: HTMLElement | null) => box?.scrollIntoView({block: 'nearest'});

/** Sends the edited request to a fork of the state before it, then optionally to the account. */
function Editor({request, onClose, document}: EditorProps & {readonly document: EditorDocument}) {
  const {seq} = request;
  const name = account.value;
  const key = `${name} ${seq}`;
  const [path, verb, operation] =
    Object.entries(document.paths)
      .flatMap(([path, methods]) => Object.entries(methods).map(([verb, each]) => [path, verb, each] as const))
      .find(([, , {operationId}]) => operationId === request.operation) ?? [];
  const names = operation?.parameters?.filter(each => each.in === 'query').map(each => each.name) ?? [];
  const [draft, setDraft] = useState<Draft>({...(drafts.get(key) ?? draftOf(request)), problem: ''});
  const [error, setError] = useState({text: '', isGone: false});
  const [result, setResult] = useState<{readonly title: string; readonly request: ShownRequest} | undefined>(undefined);
  const change = (part: Partial<Draft>) => {
    drafts.set(key, {...draft, ...part});
    setDraft({...draft, ...part});
  };
  const bind = (name: 'method' | 'path' | 'query') => ({
    value: draft[name],
    onInput: (event: {currentTarget: {value: string}}) => change({[name]: event.currentTarget.value}),
  });
  const attempt = async (title: string, send: (raw: RawRequest) => Promise<ShownRequest>) => {
    try {
      setResult({title, request: await send(rawOf(draft))});
      setError({text: '', isGone: false});
    } catch (refusal) {
      setError({text: reasonOf(refusal), isGone: isStateGone(refusal)});
    }
  };
  const inFork = () => attempt('As edited, in a fork', raw => sendInFork(raw, `before:${seq}`));
  const inNewFork = () => attempt('As edited, in a fork of the current state', raw => sendInFork(raw));
  const forReal = () => attempt(`As edited, in ${name}`, raw => sendTo(name, raw)).then(noteChange);
  const discard = async () => {
    drafts.delete(key);
    onClose();
  };
  return (
    <div class="editor stack">
      <div class="inline-form">
        <Field label="Method">
          <select {...bind('method')}>
            <Options of={[...new Set(['GET', 'POST', 'PATCH', 'PUT', 'DELETE', draft.method])]} />
          </select>
        </Field>
        <Field label="Path" about={path ?? 'No operation matches the request.'} grows>
          <input spellcheck={false} {...bind('path')} />
        </Field>
      </div>
      <Field label="Query, one parameter on each line" about={names.join(', ')}>
        <textarea
          class="code"
          rows={Math.max(2, draft.query.split('\n').length)}
          spellcheck={false}
          {...bind('query')}
        />
      </Field>
      {draft.method !== 'GET' && draft.method !== 'HEAD' && (
        <BodyEditor
          fields={path && verb ? fieldsOf(document, verb, path.slice('/api/v1'.length)) : []}
          text={draft.text}
          onChange={change}
        />
      )}
      {request.request.length !== undefined && (
        <p class="muted">The journal keeps only the beginning of the body: this is less than the client sent.</p>
      )}
      <ErrorText text={draft.problem || error.text} />
      <p class="row">
        <Run class="primary" action={inFork}>
          Send in a fork
        </Run>
        {error.isGone && <Run action={inNewFork}>Send in a fork of the current state</Run>}
        {(error.isGone || result !== undefined) && <Run action={forReal}>Send to {name}</Run>}
        <Run class="quiet" action={discard}>
          Discard the edits
        </Run>
      </p>
      <p class="muted">A fork is a copy of the account before request {seq}. It is deleted afterwards.</p>
      {result !== undefined && (
        <div key={result.request.received_at} ref={reveal} class="stack">
          <Comparison sent={request} title={result.title} result={result.request} />
          {result.request.account === name && (
            <a href={requestHref(result.request.seq)}>Show request {result.request.seq}</a>
          )}
        </div>
      )}
    </div>
  );
}
