import {useState} from 'preact/hooks';
import {say} from '../../../state/announce.js';
import {send} from '../../../state/api.js';
import {type Kind, type Row, titleOf, withId} from '../kinds.js';
import {Form} from './form.js';

export function EditButton({kind: {name, update}, record}: {readonly kind: Kind; readonly record: Row}) {
  const [isOpen, setOpen] = useState(false);
  const id = String(record['id']);
  const change = async (body: Row) => {
    if (Object.keys(body).length === 0) {
      throw new Error('No field was changed');
    }
    await send('PATCH', `/api/v1${withId(update!, id)}`, {body});
    say(`${titleOf(name)} ${id} is changed`);
  };
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Edit
      </button>
      {isOpen && (
        <Form
          title={`Edit ${name} ${id}`}
          method="patch"
          path={update!}
          record={record}
          onSend={change}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
