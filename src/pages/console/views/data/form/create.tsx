import {useState} from 'preact/hooks';
import {say} from '../../../state/announce.js';
import {ask} from '../../../state/api.js';
import {hrefOf, query} from '../../../state/route.js';
import {idIn, type Kind, type Row, titleOf, withId} from '../kinds.js';
import {Form} from './form.js';

const none: Row = {};

/** The parent id of the current view, if this path has the same parent; otherwise empty. */
function idUnder(path: string): string {
  const [, kind, id = ''] = (query.value.get('under') ?? '').split('/');
  return path.split('/')[1] === kind ? id : '';
}

export function CreateButton({kind: {name, create, item_type: type, show}}: {readonly kind: Kind}) {
  const [isOpen, setOpen] = useState(false);
  const path = create.find(each => idUnder(each) !== '') ?? create[0]!;
  const parent = idIn(path);
  const [parentId, setParentId] = useState('');
  const make = async (body: Row) => {
    const made = await ask<{id: number}>('POST', `/api/v1${withId(path, parentId)}`, {body});
    const link = {href: hrefOf(['data', name, String(made.id)], {under: ''}), text: 'Show it'};
    say(`${titleOf(name)} ${made.id} is made`, show === null ? {} : {link});
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setParentId(idUnder(path));
          setOpen(true);
        }}
      >
        New {type.replaceAll('_', ' ')}
      </button>
      {isOpen && (
        <Form
          title={`New ${type.replaceAll('_', ' ')}`}
          method="post"
          path={path}
          record={none}
          onSend={make}
          onClose={() => setOpen(false)}
        >
          {parent !== undefined && (
            <label class="field">
              <span>{parent} *</span>
              <input
                inputMode="numeric"
                pattern="[0-9]+"
                required
                value={parentId}
                onInput={event => setParentId(event.currentTarget.value)}
              />
            </label>
          )}
        </Form>
      )}
    </>
  );
}
