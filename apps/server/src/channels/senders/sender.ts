import type { Alert } from '@weft/shared/kinds/alerting/alert';
import type { ChannelTarget, ChannelType, NotificationEvent } from '@weft/shared/kinds/alerting/channel';

export interface DeliveredAlert {
  /** Id of the notification: a receiver that gets it twice can drop the second one. */
  id: string;
  event: NotificationEvent | 'test';
  alert: Alert;
}

/** One message to one channel. */
export interface Delivery {
  /** The same for a repeated attempt with the same content. */
  id: string;
  channelName: string;
  clusterId: string;
  simulated: boolean;
  at: Date;
  /** Address of the console; null: not configured (publicUrl). */
  consoleUrl: string | null;
  alerts: readonly [DeliveredAlert, ...DeliveredAlert[]];
}

export type TargetOf<Type extends ChannelType> = Extract<ChannelTarget, { type: Type }>;

/** Sends a delivery. @throws SendError; other errors are mistakes of the program. */
export type Sender<Type extends ChannelType> = (
  target: TargetOf<Type>,
  secret: string | null,
  delivery: Delivery,
  signal: AbortSignal,
) => Promise<void>;

/** Longest explanation of a receiver that is kept, in characters. */
const MOST_CHARACTERS = 500;

/** The receiver did not take the message. `refused`: it answered, and will not take the same message later. */
export class SendError extends Error {
  override readonly name = 'SendError';

  constructor(
    message: string,
    readonly refused: boolean,
    options?: ErrorOptions,
  ) {
    super(message.slice(0, MOST_CHARACTERS), options);
  }
}

export const explained = (error: unknown): string => {
  if (error instanceof AggregateError) return error.errors.map(explained).join('; ');
  return error instanceof Error ? error.message || error.name : String(error);
};
