import { channel } from 'node:diagnostics_channel'

interface Measure<What extends object> {
  /** Tells whoever listens; costs nothing while nobody does. */
  tell(what: What): void
  /** @returns a function that ends the listening */
  listen(listener: (what: What) => void): () => void
}

function measure<What extends object>(name: string): Measure<What> {
  const told = channel(`baton:${name}`)
  return {
    tell(what) {
      if (told.hasSubscribers) told.publish(what)
    },
    listen(listener) {
      const call = (what: unknown) => listener(what as What)
      told.subscribe(call)
      return () => told.unsubscribe(call)
    },
  }
}

/**
 * Stands for every model of an organization's own account. Their slugs are the organization's business, and without
 * number; when one fails, the organization's owners and admins are told, not those who run the server.
 */
export const OWN_MODEL = 'own'

/** What this process does, told as it is done to the metrics and alarms. All times are in seconds. */
export const measures = {
  request: measure<{ operation: string; status: number; seconds: number; isStream: boolean }>('request'),
  stream: measure<{ operation: string; change: 1 | -1 }>('stream'),
  job: measure<{ name: string; outcome: string; seconds: number }>('job'),
  /** `model` is a slug of the platform's, or `OWN_MODEL`. */
  reply: measure<{ decision: string; model: string }>('reply'),
  /** One reply that a provider's model was asked for, its retries included; `model` as above. */
  model: measure<{ model: string; isFailed: boolean; seconds: number }>('model'),
  retrieval: measure<{ seconds: number }>('retrieval'),
  webhook: measure<{ isDelivered: boolean }>('webhook'),
  /** `outcome` of one attempt for one recipient: `accepted`, `refused`, or `later`. */
  mail: measure<{ outcome: string }>('mail'),
} as const
