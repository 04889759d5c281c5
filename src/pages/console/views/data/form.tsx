import {useId} from 'preact/hooks';
import {Dialog} from '../../parts/buttons.js';
import {SubmitForm} from '../../parts/form.js';
import {useResource, View} from '../../parts/resource.js';
import {type ApiDocument, bodyOf, type FormField, fieldsOf, textOf} from './fields.js';
import type {RecordData} from './kinds.js';

interface RecordFormProps {
  readonly title: string;
  readonly method: 'post' | 'patch';
  /** Includes the braces. */
  readonly path: string;
  /** The initial values. */
  readonly record: RecordData;
  /** Sends the body. @throws errors, which the form shows */
  readonly onSend: (body: RecordData) => Promise<void>;
  readonly onClose: () => void;
  /** An extra first field, for the path. */
  readonly children?: preact.ComponentChildren;
}

/** A form for a body, built from the document's schema. Unchanged fields are not sent. */
export function RecordForm({title, method, path, record, onSend, onClose, children}: RecordFormProps) {
  const loaded = useResource<ApiDocument>('/openapi.json', {isConstant: true});
  return (
    <Dialog title={title} onClose={onClose}>
      <View of={loaded}>
        {document => {
          const fields = fieldsOf(document, method, path);
          const submit = async (form: FormData) => {
            await onSend(bodyOf(fields, form, record));
            onClose();
          };
          return (
            <SubmitForm class="stack" send={submit} keepsInput>
              {children}
              <div class="form-fields">
                {fields.map(field => (
                  <Input key={field.name} field={field} value={record[field.name]} isNew={record['id'] === undefined} />
                ))}
              </div>
              <p class="row end">
                <button type="button" onClick={onClose}>
                  Cancel
                </button>
                <button type="submit" class="primary">
                  Send
                </button>
              </p>
            </SubmitForm>
          );
        }}
      </View>
    </Dialog>
  );
}

interface InputProps {
  readonly field: FormField;
  readonly value: unknown;
  /** True for a new record: required fields must have a value. */
  readonly isNew: boolean;
}

function Input({field, value, isNew}: InputProps) {
  const {name, description, isRequired} = field;
  const id = useId();
  const common = {
    id,
    name,
    required: isRequired && isNew,
    'aria-describedby': `${id}-about`,
  };
  return (
    <div class="field">
      <label for={id}>
        <code>{name}</code>
        {isRequired && isNew && ' *'}
      </label>
      <Control field={field} text={textOf(field, value)} common={common} />
      <small id={`${id}-about`}>{description}</small>
    </div>
  );
}

interface ControlProps {
  readonly field: FormField;
  readonly text: string;
  readonly common: {readonly id: string; readonly name: string; readonly required: boolean};
}

function Control({field: {kind, choices, maxLength}, text, common}: ControlProps) {
  switch (kind) {
    case 'boolean':
    case 'choice': {
      const values = kind === 'boolean' ? ['true', 'false'] : choices;
      return (
        <select {...common}>
          <option value="" />
          {values.map(value => (
            <option key={value} value={value} selected={value === text}>
              {value}
            </option>
          ))}
        </select>
      );
    }
    case 'json':
      return <textarea {...common} class="code" rows={3} spellcheck={false} defaultValue={text} />;
    case 'integer':
    case 'number':
      return <input {...common} type="number" step={kind === 'integer' ? 1 : 'any'} defaultValue={text} />;
    case 'date':
      return <input {...common} type="date" defaultValue={text} />;
    default:
      return <input {...common} type="text" maxLength={maxLength} defaultValue={text} />;
  }
}
