import {decided, type Section, switched} from '../assumption.js';

const timeWriting = ['createVolunteerTimeOfConstituent', 'updateVolunteerTime'];
const noteWriting = ['createNoteOfConstituent', 'updateNote'];

export const notesAndHours: Section = {
  title: 'Notes and volunteer times',
  assumptions: [
    switched({
      point: 'a note without `original_date`',
      does: 'refused, as the service declares it required: 422, whose description ends with the switch',
      option: '--assume required_fields=observed',
      turned: 'taken, and of today, as a contact report is; a client was seen to send another field in its place',
      places: [{operations: ['createNoteOfConstituent'], body: ['original_date']}],
    }),
    decided('a note without a type', 'has none: id and name null; so has one with an unknown `note_type_id`', {
      operations: noteWriting,
      body: ['note_type_id'],
    }),
    decided('an unknown `note_type_name`', 'makes the type, with the next id, as seen of contact reports', {
      operations: noteWriting,
      body: ['note_type_name'],
    }),
    decided('a blank `text` of a note', "422 `Text can't be blank`, as seen of contact reports", {
      operations: noteWriting,
      body: ['text'],
    }),
    decided('the `external_id` of a note, of a volunteer time', 'two records may share one', {
      operations: [...noteWriting, ...timeWriting],
      body: ['external_id'],
    }),
    decided('an unknown `volunteering_category_name`', 'makes the category, with the next id', {
      operations: timeWriting,
      body: ['volunteering_category_name'],
    }),
    decided('an unknown `volunteering_category_id`, or none', '422: one of the two is declared required', {
      operations: timeWriting,
      body: ['volunteering_category_id'],
    }),
    decided(
      'a volunteer time without `description`',
      'answered as an empty text; null is taken, and answered, in a PATCH',
      {
        operations: timeWriting,
        body: ['description'],
      },
    ),
    decided(
      'a search of volunteer times by `date_from`, `date_to`',
      '`date` stands for its first second; one without is not found',
      {
        operations: ['searchVolunteerTimes'],
        parameters: ['q[]'],
      },
    ),
  ],
};
