/** A change of an account by an admin operation. */
export interface ControlCommit {
  readonly account: string;
  /** By the account's clock before the change: `<YYYY-MM-DDTHH:MM:SSZ>`. */
  readonly at: string;
  /** As for an `Exchange`. */
  readonly order: number;
}

/** An admin operation over `/_sandbox` or through the handle: a reset, a seed, a restore, another clock. */
export interface Control {
  /** The id of the operation: `reset`. */
  readonly operation: string;
  readonly account: string;
  /** True with `?all=true`. */
  readonly all: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** Undefined if it was sent as bytes. */
  readonly body?: unknown;
  readonly rawBody?: Buffer;
  /** One for each changed account, in order; the account of the key if none changed. */
  readonly commits?: readonly ControlCommit[];
  /** By the machine's clock, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export type ControlReader = (control: Control) => void;
