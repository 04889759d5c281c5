import type {DataBuilder, RandomStream} from '../../operations/kinds/generator.js';
import type {Row} from '../../store/order.js';
import {anyDay} from '../any-day.js';
import {type CategoryRow, categories} from '../categories/categories.js';
import type {AssignedField} from '../categories/custom-fields.js';
import {type KeywordRow, keywords} from '../categories/keywords.js';
import type {TypeRow} from '../types.js';
import {volunteerTimes} from './volunteer-times.js';

const descriptions = ['Set the tables', 'Sorted donations', 'Drove the van', 'Reading hour', 'Donor management', ''];

/** A few volunteer times for some constituents: past, planned, and without hours or a date. */
export function generateVolunteerTimes(builder: DataBuilder, {id}: Row): void {
  const random = builder.randomOf(volunteerTimes.name);
  if (!random.chance(0.3)) {
    return;
  }
  const types = builder.rows<TypeRow>({name: 'volunteering_categories', firstId: 0});
  for (let left = random.int(1, 5); left > 0; left--) {
    const type = random.pick(types);
    const day = anyDay(random, builder);
    const hours = random.int(1, 16) / 2;
    const date = random.chance(0.95) ? day : null;
    const said = {
      external_id: random.chance(0.2) ? String(random.int(100_000, 999_999)) : null,
      volunteering_category_id: type.id,
      volunteering_category_name: type.name,
      description: random.pick(descriptions),
      hours: random.chance(0.95) ? hours : null,
      date,
      end_date: random.chance(0.3) ? date : null,
      completed_hours: random.chance(0.6) ? hours : null,
      custom_fields: random.chance(0.25) ? skillOf(builder, random) : [],
    };
    builder.build(volunteerTimes, said, {constituent_id: id}, `${day}T20:${random.int(10, 59)}:00Z`);
  }
}

function skillOf(builder: DataBuilder, random: RandomStream): AssignedField[] {
  const category = builder.rows<CategoryRow>(categories).find(({item_type}) => item_type === 'VolunteerTime')!;
  const offered = builder.rows<KeywordRow>(keywords).filter(({category_id}) => category_id === category.id);
  return [{category_id: category.id, keyword_ids: [random.pick(offered).id]}];
}
