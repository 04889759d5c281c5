import {diffArrays} from 'diff';
import {useState} from 'preact/hooks';
import type {ShownRequest} from '../../../admin/requests/show.js';
import type {Finding, RequestToSend} from '../../../findings/finding.js';
import {Run, Snippet} from '../parts/buttons.js';
import {ErrorText} from '../parts/form.js';
import {useResource} from '../parts/resource.js';
import {reasonOf} from '../state/api.js';
import {isStateGone, sendInFork} from '../state/fork.js';
import {Comparison} from './requests/outcome.js';

/** Escaped characters that are more readable without escaping, and equivalent in a query. */
const readable = /%(?:5B|5D|3D|7C|2C|3A|40|2F|3B|21)/gi;

/** A request as lines of text, one per parameter. */
function linesOf(method: string, url: string, body: unknown = null, type: unknown = 'application/json'): string[] {
  const [path, query = ''] = url.split(/\?(.*)/s);
  const parameters = query === '' ? [] : query.replaceAll(readable, decodeURIComponent).split('&');
  const text = typeof body === 'string' ? body : JSON.stringify(body, null, 2);
  return [
    `${method} ${path}`,
    ...parameters.map(parameter => `  ${parameter}`),
    ...(body === null ? [] : [`Content-Type: ${type}`, '', ...text.split('\n')]),
  ];
}

/** The correction of a finding, its difference from the sent request, and a trial in a fork. */
export function Fix({finding: {fix, worst}}: {readonly finding: Finding}) {
  const {request} = fix;
  const path = `/_sandbox/requests/${worst.seq}`;
  const {value: sent, error} = useResource<ShownRequest>(request === null ? undefined : path);
  return (
    <div class="stack">
      <p>
        <strong>Fix:</strong> {fix.text}
      </p>
      {request !== null && error !== undefined && (
        <p class="muted">Request {worst.seq} is no longer in the journal; this is the corrected request.</p>
      )}
      {request !== null && (sent ?? error) !== undefined && (
        <LineDiff
          label={`Request ${worst.seq} as sent, and the fix`}
          before={sent ? linesOf(sent.method, sent.url, sent.request.body, sent.request.headers['content-type']) : []}
          after={linesOf(request.method, request.path, request.body)}
        />
      )}
      {request?.truncated && <p class="muted">Only the beginning of the corrected body is kept.</p>}
      {request !== null && !request.truncated && <TryFix fix={request} seq={worst.seq} sent={sent} />}
      {fix.curl !== null && (
        <details>
          <summary>The fix as a command</summary>
          <Snippet what="The corrected request" text={fix.curl} />
        </details>
      )}
    </div>
  );
}

interface TryFixProps {
  readonly fix: RequestToSend;
  /** The number of the sent request. */
  readonly seq: number;
  /** Undefined if the journal no longer has it. */
  readonly sent: ShownRequest | undefined;
}

function TryFix({fix: {method, path, body}, seq, sent}: TryFixProps) {
  const [result, setResult] = useState<ShownRequest | undefined>(undefined);
  const [error, setError] = useState('');
  const run = async (state?: string) => {
    try {
      setResult(await sendInFork({method, path, text: JSON.stringify(body)}, state));
      setError('');
    } catch (refusal) {
      if (!isStateGone(refusal)) {
        throw refusal;
      }
      setError(reasonOf(refusal));
    }
  };
  return (
    <>
      <p class="row">
        <Run class="primary" action={() => run(`before:${seq}`)}>
          Try the fix in a fork
        </Run>
        {error !== '' && <Run action={() => run()}>Try it in a fork of the current state</Run>}
        <span class="muted">A fork is a copy of the account before request {seq}. It is deleted afterwards.</span>
      </p>
      <ErrorText text={error} />
      {result !== undefined && <Comparison sent={sent} title="With the fix" result={result} />}
    </>
  );
}

/** Maximum number of different lines in a diff; beyond it, the texts follow each other. */
const maxEditLength = 2000;

interface LineDiffProps {
  readonly label: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A diff of two texts. Screen readers announce removed and added lines. */
function LineDiff({label, before, after}: LineDiffProps) {
  const parts = diffArrays([...before], [...after], {maxEditLength}) ?? [
    {value: before, removed: true, added: false},
    {value: after, removed: false, added: true},
  ];
  return (
    <pre class="line-diff" tabIndex={0} role="group" aria-label={label}>
      {parts.map(({value, removed, added}, index) => {
        const [Part, sign, word] = removed ? (['del', '-', 'Removed:'] as const) : (['ins', '+', 'Added:'] as const);
        return value.map((text, line) =>
          removed || added ? (
            <Part key={`${index} ${line}`}>
              <span class="unseen">{word}</span>
              <span aria-hidden="true">{sign}</span> {text}
            </Part>
          ) : (
            <span key={`${index} ${line}`}>{`  ${text}`}</span>
          ),
        );
      })}
    </pre>
  );
}
