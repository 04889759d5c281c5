/** A mistake to plant in the client. */
export type Plant = 'cents for dollars' | 'an unknown field' | 'a retry without an order id' | 'a retried rejection';

export interface Donation {
  readonly email: string;
  readonly amount: number;
  /** The web shop's id. */
  readonly order: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a client looks into a reply without declaring its shape
type Body = any;

/** Thrown if the response has an error status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    request: string,
  ) {
    super(`${request} returned ${status}`);
    this.name = 'Refused';
  }
}

/** The client under test, which books the donations of a web shop. It is correct except for the planted mistake. */
export class DonationSync {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly plant?: Plant,
    readonly caller = 'src/donations.ts:1',
  ) {}

  /** Books a donation once, even if the first response is lost. @returns the id of the gift */
  async book(donation: Donation): Promise<number> {
    const donor = (await this.findDonor(donation.email)) ?? (await this.#createDonor(donation.email));
    try {
      return await this.#createGift(donor, donation);
    } catch (error) {
      if (error instanceof Refused && this.plant !== 'a retried rejection') {
        throw error;
      }
      const kept = this.plant === 'a retry without an order id' ? undefined : await this.#findGift(donation.order);
      return kept ?? this.#createGift(donor, donation);
    }
  }

  /** Returns the donor with exactly this address; the search only tests for containment. */
  async findDonor(email: string): Promise<number | undefined> {
    const query = `q[]=eaddr=${encodeURIComponent(email)}&expand=email_addresses&limit=20`;
    const {items} = await this.send('GET', `/constituents/search?${query}`);
    return items.find((item: Body) => item.email_addresses.some(({address}: Body) => address === email))?.id;
  }

  async giftsOf(donor: number): Promise<Body[]> {
    const gifts: Body[] = [];
    let path: string | undefined = `/constituents/${donor}/gifts`;
    while (path !== undefined) {
      const {items, next_link}: Body = await this.send('GET', path);
      gifts.push(...items);
      path = next_link === undefined ? undefined : String(next_link).slice(`${this.url}/api/v1`.length);
    }
    return gifts;
  }

  async #createDonor(address: string): Promise<number> {
    const body = {first_name: 'New', last_name: 'Donor', email_addresses: [{address}]};
    return (await this.send('POST', '/constituents', body)).id;
  }

  async #createGift(donor: number, {amount, order}: Donation): Promise<number> {
    const name = this.plant === 'an unknown field' ? 'amount' : 'received_amount';
    const value = this.plant === 'cents for dollars' ? amount * 100 : amount;
    const reference = this.plant === 'a retry without an order id' ? {} : {external_id: order};
    const body = {gift_type_name: 'Gift', [name]: value, received_date: '2025-12-30', ...reference};
    return (await this.send('POST', `/constituents/${donor}/gifts`, body)).id;
  }

  async #findGift(order: string): Promise<number | undefined> {
    const {items} = await this.send('GET', `/gifts/search?q[]=external_gift_ids=${encodeURIComponent(order)}`);
    return items[0]?.id;
  }

  /** @throws Refused for an error status, or a connection error without a response */
  async send(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.key}`,
        'content-type': 'application/json',
        'x-sandbox-caller': this.caller,
      },
      ...(body !== undefined && {body: JSON.stringify(body)}),
    });
    const text = await response.text();
    if (!response.ok) {
      throw new Refused(response.status, `${method} ${path}`);
    }
    return JSON.parse(text);
  }
}
