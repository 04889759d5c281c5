import {useState} from 'preact/hooks';
import {parsedJson} from '../../../../schema/formats.js';
import {Chip} from '../../parts/buttons.js';
import {Field} from '../../parts/form.js';
import {reasonOf} from '../../state/api.js';
import {bodyOf, type FormField, textOf} from '../data/fields.js';
import {Control} from '../data/form.js';
import {isRecord, type RecordData} from '../data/kinds.js';

function recordIn(text: string): RecordData | undefined {
  const value = parsedJson(text || '{}');
  return isRecord(value) ? value : undefined;
}

interface BodyEditorProps {
  /** The fields of the operation's body; empty without an operation. */
  readonly fields: readonly FormField[];
  readonly text: string;
  readonly onChange: (part: {readonly text?: string; readonly problem: string}) => void;
}

/** The body as a form or as raw JSON. */
export function BodyEditor({fields, text, onChange}: BodyEditorProps) {
  const record = recordIn(text);
  const [wantsForm, setWantsForm] = useState(fields.length > 0);
  const isForm = wantsForm && record !== undefined;
  const choose = (form: boolean) => {
    setWantsForm(form);
    onChange({problem: ''});
  };
  return (
    <section class="stack" aria-label="Body">
      <div class="row">
        <h3>Body</h3>
        {fields.length > 0 && (
          <>
            <Chip isOn={isForm} disabled={record === undefined} onClick={() => choose(true)}>
              Form
            </Chip>
            <Chip isOn={!isForm} onClick={() => choose(false)}>
              JSON
            </Chip>
          </>
        )}
      </div>
      {isForm ? (
        <BodyForm fields={fields} initial={record} onChange={onChange} />
      ) : (
        <textarea
          class="code"
          aria-label="Body as JSON"
          rows={12}
          spellcheck={false}
          value={text}
          onInput={event => onChange({text: event.currentTarget.value, problem: ''})}
        />
      )}
    </section>
  );
}

/** Makes a field a text if its control cannot represent the sent value. */
function shownField(field: FormField, text: string): FormField {
  const {kind, choices} = field;
  const isShown =
    text === '' ||
    kind === 'json' ||
    (kind === 'date' && /^\d{4}-\d{2}-\d{2}$/.test(text)) ||
    ((kind === 'integer' || kind === 'number') && !Number.isNaN(Number(text))) ||
    choices.includes(text);
  return isShown ? field : {...field, kind: 'text'};
}

/** A sent field that the operation does not know. */
const unknownField = (name: string): FormField => ({
  name,
  isRequired: false,
  description: 'Unknown to the operation. Empty, it is not sent.',
  kind: 'json',
  choices: [],
  mayBeNull: false,
});

interface BodyFormProps extends Pick<BodyEditorProps, 'fields' | 'onChange'> {
  readonly initial: RecordData;
}

function BodyForm({fields, initial, onChange}: BodyFormProps) {
  const [record] = useState(initial); // later updates must not overwrite the input
  const isSent = ({name}: FormField) => name in record;
  const unknown = Object.keys(record).filter(name => fields.every(field => field.name !== name));
  const all = [...unknown.map(unknownField), ...fields.filter(isSent), ...fields.filter(field => !isSent(field))];
  const read = (form: HTMLFormElement) => {
    try {
      const entries = Object.entries({...record, ...bodyOf(all, new FormData(form), record)});
      const body = entries.filter(([name, value]) => value !== '' || !unknown.includes(name));
      onChange({text: JSON.stringify(Object.fromEntries(body), null, 2), problem: ''});
    } catch (error) {
      onChange({problem: reasonOf(error)});
    }
  };
  return (
    <form
      class="form-fields"
      aria-label="Body as a form"
      onInput={event => read(event.currentTarget)}
      onSubmit={event => event.preventDefault()}
    >
      {all.map(field => {
        const text = textOf(field, record[field.name]);
        return (
          <Field key={field.name} label={<code>{field.name}</code>} about={field.description}>
            <Control field={shownField(field, text)} text={text} required={false} />
          </Field>
        );
      })}
    </form>
  );
}
