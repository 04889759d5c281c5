import {again} from './crm.js';

/** The day of the form's submissions. */
const day = '2026-01-01';

/** Stores one submission of the form. It can run again at any time: each step looks for its own result first. */
export async function donate(send, {id, first_name, last_name, email, amount, comment}, group) {
  const donor = await again(
    async () =>
      (await findDonor(send, email)) ??
      send('POST', '/constituents', {first_name, last_name, email_addresses: [{address: email}]}),
  );
  const gift = await again(() => findGift(send, id));
  if (gift === undefined) {
    if (comment !== undefined) {
      // Nothing identifies a note. If its response is lost, it is stored twice: crm-sandbox.cases.json has the reason.
      const note = {note_type_name: 'General', text: comment, original_date: day};
      await again(() => send('POST', `/constituents/${donor.id}/notes`, note));
    }
    const body = {external_id: id, gift_type_name: 'Gift', received_amount: amount, received_date: day};
    await again(async () => (await findGift(send, id)) ?? send('POST', `/constituents/${donor.id}/gifts`, body));
  }
  await again(
    async () =>
      (await isMember(send, donor, group)) ||
      send('POST', `/constituents/${donor.id}/group_memberships`, {group_id: group}),
  );
}

async function findDonor(send, email) {
  const path = `/constituents/search?q[]=eaddr=${encodeURIComponent(email)}&expand=email_addresses`;
  const {items} = await send('GET', path);
  return items.find(({email_addresses}) => email_addresses.some(({address}) => address === email));
}

async function findGift(send, id) {
  const {items} = await send('GET', `/gifts/search?q[]=external_gift_ids=${encodeURIComponent(id)}`);
  return items[0];
}

async function isMember(send, {id}, group) {
  const {items} = await send('GET', `/constituents/${id}/group_memberships?limit=100`);
  return items.some(({group_id}) => group_id === group);
}
