/** A mistake that the client can be made with. */
export type Plant =
  | 'cents for dollars'
  | 'a field that is not there'
  | 'a retry that knows no order'
  | 'a refusal that is tried again';

export interface Donation {
  readonly email: string;
  readonly amount: number;
  /** The web shop's own id of it. */
  readonly order: string;
}

// biome-ignore lint/suspicious/noExplicitAny: a client looks into a reply without declaring its shape
type Body = any;

/** What the client could not do: the service's own status. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    what: string,
  ) {
    super(`${what} was answered ${status}`);
    this.name = 'Refused';
  }
}

/** The client under test: it books the donations of a web shop. Written with care, but for what is planted. */
export class DonationSync {
  constructor(
    readonly url: string,
    readonly key: string,
    readonly plant?: Plant,
    readonly caller = 'src/donations.ts:1',
  ) {}

  /** Books a donation once, whatever becomes of the first answer. @returns the id of the gift */
  async book(donation: Donation): Promise<number> {
    const donor = (await this.findDonor(donation.email)) ?? (await this.#createDonor(donation.email));
    try {
      return await this.#createGift(donor, donation);
    } catch (error) {
      if (error instanceof Refused && this.plant !== 'a refusal that is tried again') {
        throw error;
      }
      const kept = this.plant === 'a retry that knows no order' ? undefined : await this.#findGift(donation.order);
      return kept ?? this.#createGift(donor, donation);
    }
  }

  /** The id of whoever has the address, and not one that only contains it. */
  async findDonor(email: string): Promise<number | undefined> {
    const query = `q[]=eaddr=${encodeURIComponent(email)}&expand=email_addresses&limit=20`;
    const {items} = await this.send('GET', `/constituents/search?${query}`);
    return items.find((item: Body) => item.email_addresses.some(({address}: Body) => address === email))?.id;
  }

  /** Every gift of a donor. */
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
    const name = this.plant === 'a field that is not there' ? 'amount' : 'received_amount';
    const value = this.plant === 'cents for dollars' ? amount * 100 : amount;
    const isKnownBy = this.plant === 'a retry that knows no order' ? {} : {external_id: order};
    const body = {gift_type_name: 'Gift', [name]: value, received_date: '2025-12-30', ...isKnownBy};
    return (await this.send('POST', `/constituents/${donor}/gifts`, body)).id;
  }

  async #findGift(order: string): Promise<number | undefined> {
    const {items} = await this.send('GET', `/gifts/search?q[]=external_gift_ids=${encodeURIComponent(order)}`);
    return items[0]?.id;
  }

  /** @throws Refused where the status is no success, and an error of the connection where there is no answer */
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
