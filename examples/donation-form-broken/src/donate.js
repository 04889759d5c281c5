import {again} from '../../donation-form/src/crm.js';

/** Stores one submission of the form, with three bugs. */
export async function donate(send, {first_name, last_name, email, amount}, group) {
  const donor =
    (await findDonor(send, email)) ??
    (await send('POST', '/constituents', {first_name, last_name, email_addresses: [{address: email}]}));
  // Bug 1: if the response is lost, the gift is stored twice.
  const body = {gift_type_name: 'Gift', received_amount: amount, received_date: '2026-01-01'};
  await again(() => send('POST', `/constituents/${donor.id}/gifts`, body));
  try {
    await send('POST', `/constituents/${donor.id}/group_memberships`, {group_id: group});
  } catch {
    // Bug 2: if the service is not available, the donor is never added to the group.
  }
}

async function findDonor(send, email) {
  try {
    const path = `/constituents/search?q[]=eaddr=${encodeURIComponent(email)}&expand=email_addresses`;
    const {items} = await send('GET', path);
    return items.find(({email_addresses}) => email_addresses.some(({address}) => address === email));
  } catch {
    return undefined; // Bug 3: if the search fails, a known donor is created a second time.
  }
}
