import type {DataBuilder} from '../../operations/kinds/generator.js';
import type {Row} from '../../store/order.js';
import {anyDay} from '../any-day.js';
import type {TypeRow} from '../types.js';
import {notes} from './notes.js';

const texts = [
  'A good contact for future fundraising.',
  'Prefers to be called after six in the evening.',
  'Asked for the annual report in large print.',
  'Met at the gala; knows two of the board.\nWould like a tour of the new library.',
  'Has moved: the old address still gets mail.',
  'Könnte 2026 das Café unterstützen – see “Matching Gifts”.',
  'Said that the receipt came twice, & that a <b>single</b> one would do.',
];

/** One to three notes for some constituents, of either type; some have no type. */
export function generateNotes(builder: DataBuilder, {id}: Row): void {
  const random = builder.randomOf(notes.name);
  if (!random.chance(0.45)) {
    return;
  }
  const types = builder.rows<TypeRow>({name: 'note_types', firstId: 0});
  for (let left = random.int(1, 3); left > 0; left--) {
    const type = random.chance(0.9) ? random.pick(types) : undefined;
    const original_date = anyDay(random, builder);
    const said = {
      note_type_id: type?.id,
      note_type_name: type?.name,
      text: random.pick(texts),
      external_id: random.chance(0.15) ? `note-${random.int(1000, 9999)}` : null,
      original_date,
    };
    const minute = String(random.int(10, 59));
    builder.build(notes, said, {constituent_id: id}, `${original_date}T15:${minute}:00Z`);
  }
}
