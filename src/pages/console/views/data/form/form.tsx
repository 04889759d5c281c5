import {useState} from 'preact/hooks';
import {Dialog} from '../../../parts/dialog.js';
import {Refused} from '../../../parts/refused.js';
import {Waiting} from '../../../parts/waiting.js';
import {reasonOf} from '../../../state/api.js';
import {useLoaded} from '../../../state/loaded.js';
import type {Row} from '../kinds.js';
import {bodyOf} from './body.js';
import {Input} from './input.js';
import {type Field, fieldsOf} from './schema.js';

interface FormProps {
  readonly title: string;
  readonly method: 'post' | 'patch';
  /** Includes the braces. */
  readonly path: string;
  /** The initial values. */
  readonly record: Row;
  /** Sends the body. @throws errors, which the form shows */
  readonly onSend: (body: Row) => Promise<void>;
  readonly onClose: () => void;
  /** An extra first field, for the path. */
  readonly children?: preact.ComponentChildren;
}

/** A form for a body, built from the document's schema. Unchanged fields are not sent. */
export function Form(props: FormProps) {
  const {title, method, path, onClose} = props;
  const fields = useLoaded(() => fieldsOf(method, path), `${method} ${path}`);
  return (
    <Dialog title={title} onClose={onClose}>
      <Waiting of={fields}>{found => <Fields {...props} fields={found} />}</Waiting>
    </Dialog>
  );
}

function Fields({fields, record, onSend, onClose, children}: FormProps & {readonly fields: readonly Field[]}) {
  const [error, setError] = useState('');
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      await onSend(bodyOf(fields, new FormData(event.currentTarget as HTMLFormElement), record));
      onClose();
    } catch (refusal) {
      setError(reasonOf(refusal));
      setBusy(false);
    }
  };
  return (
    <form onSubmit={submit}>
      {children}
      <div class="form-fields">
        {fields.map(field => (
          <Input key={field.name} field={field} value={record[field.name]} isNew={record['id'] === undefined} />
        ))}
      </div>
      <Refused why={error} />
      <p class="row end">
        <button type="button" onClick={onClose}>
          Leave it
        </button>
        <button type="submit" class="primary" disabled={isBusy}>
          Send
        </button>
      </p>
    </form>
  );
}
