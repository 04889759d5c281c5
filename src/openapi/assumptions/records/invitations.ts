import {decided, type Section} from '../assumption.js';

const creating = ['createInvitationOfEvent', 'createInvitationOfConstituent'];
const writing = [...creating, 'updateInvitation'];
const all = [...writing, 'showInvitation', 'listInvitationsOfEvent', 'listInvitationsOfConstituent'];

export const invitations: Section = {
  title: 'Invitations',
  assumptions: [
    decided(
      "an invitation's `status`",
      '`attended` where `attended` is 1; else by `rsvp`: 1 `yes`, 2 `no`, 3 `maybe`, any other `unknown`',
      {operations: all, reply: ['status']},
    ),
    decided(
      '`attended`, `attendees`',
      'an attendance makes `attended` 1, whatever is sent; `attendees` is 1 where `attended` is 1, else 0',
      {operations: all, reply: ['attended', 'attendees']},
    ),
    decided('`rsvp`, `attended` that mean nothing', 'any integer is taken', {
      operations: writing,
      body: ['rsvp', 'attended'],
    }),
    decided('`attendances` in a PATCH', 'append; with the `id` of one of its own, that one changes; another id: 422', {
      operations: ['updateInvitation'],
      body: ['attendances'],
    }),
    decided('one person and one event twice', 'two invitations', {operations: creating}),
    decided(
      'who a guest is',
      'neither `constituent_id` nor anything of a guest: 422. Left out, `is_a_guest` is true where nobody is named by `constituent_id`',
      {operations: writing, body: ['constituent_id', 'is_a_guest', 'guest_first_name', 'guest_last_name']},
    ),
    decided(
      'a parent invitation that does not exist',
      '422, as is the invitation itself; one to another event is taken',
      {
        operations: writing,
        body: ['parent_invitation_id'],
      },
    ),
    decided(
      'the guests of a deleted parent',
      'stay; `parent_invitation_id` stays, `parent_invitation_guest_name` becomes null',
      {operations: all, reply: ['parent_invitation_id', 'parent_invitation_guest_name']},
    ),
    decided(
      '`raised`, `donated` of an invitation',
      "the sum of all the constituent's gifts to that event; whether there is one. Of a guest 0 and false",
      {operations: all, reply: ['raised', 'donated']},
    ),
    decided("the invitation's `name`", 'follows `event_id` on update, and not a new name of the event', {
      operations: ['updateInvitation'],
      reply: ['name'],
    }),
    decided('`custom_fields` of an invitation', 'any category, as of appeal requests', {
      operations: all,
      reply: ['custom_fields'],
    }),
    decided('`assigned_to` that matches nobody', '422, as of appeal requests', {
      operations: writing,
      body: ['assigned_to'],
    }),
  ],
};
