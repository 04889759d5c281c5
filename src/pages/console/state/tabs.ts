interface TabsOptions<Message> {
  /** Runs in one visible tab at a time, until the signal is aborted. */
  readonly lead: (signal: AbortSignal) => Promise<void>;
  /** Called with a message of another tab. */
  readonly receive: (message: Message) => void;
  /** Called when this tab joins or becomes visible again. @returns a message to the other tabs */
  readonly join: () => Message;
}

/** The tabs of this browser that share a name. A lock selects the leading one. Hidden tabs do not participate. */
export class Tabs<Message> {
  readonly #ending = new AbortController();
  /** Set while the page is visible. */
  #visit: AbortController | undefined;
  #channel: BroadcastChannel | undefined;
  #isLeading = false;

  constructor(
    private readonly name: string,
    private readonly options: TabsOptions<Message>,
  ) {
    for (const type of ['pageshow', 'pagehide', 'visibilitychange']) {
      const update = () => this.#setVisible(type !== 'pagehide' && !document.hidden);
      addEventListener(type, update, {signal: this.#ending.signal});
    }
    this.#setVisible(!document.hidden);
  }

  close(): void {
    this.#ending.abort();
    this.#setVisible(false);
  }

  /** Sends a message to the other tabs, if this one leads. */
  post(message: Message): void {
    if (this.#isLeading) {
      this.#channel?.postMessage(message);
    }
  }

  #setVisible(isVisible: boolean): void {
    if (!isVisible) {
      this.#visit?.abort();
      this.#visit = undefined;
      this.#channel?.close();
      this.#channel = undefined;
    } else if (this.#visit === undefined) {
      this.#visit = new AbortController();
      void this.#join(this.#visit.signal);
    }
  }

  async #join(signal: AbortSignal): Promise<void> {
    const {lead, receive, join} = this.options;
    if (!isSecureContext) {
      await lead(signal); // without locks, each tab leads
      return;
    }
    this.#channel = new BroadcastChannel(this.name);
    this.#channel.onmessage = ({data}) => receive(data as Message);
    this.#channel.postMessage(join());
    const work = () => {
      this.#isLeading = true;
      return lead(signal).finally(() => (this.#isLeading = false));
    };
    await navigator.locks.request(this.name, {signal}, work).catch(() => {}); // hidden before it could lead
  }
}
