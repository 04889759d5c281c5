/** What was done to the sandbox itself, over `/_sandbox` or by the handle: a reset, a seed, a restore, another clock. */
export interface Control {
  /** The id of the operation: `reset`. */
  readonly operation: string;
  /** The account it was asked of, and whether it was meant for all. */
  readonly account: string;
  readonly all: boolean;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | undefined>>;
  /** As it was sent; undefined where it came as bytes. */
  readonly body?: unknown;
  /** By the machine's clock, in milliseconds since 1970. */
  readonly receivedAt: number;
}

export type ControlReader = (control: Control) => void;
