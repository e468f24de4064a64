/** The client of Baton's public API, as the package exports it. */
export type { Asked, AskOptions } from './ask.ts'
export { BatonError } from './baton-error.ts'
export { type Baton, createBaton } from './create-baton.ts'
export type * from './operations.ts'
export type { BatonSettings, RequestOptions } from './options.ts'
export { verifyWebhook, type WebhookEvent, type WebhookFault, WebhookVerificationError } from './verify-webhook.ts'
export type { WaitOptions } from './wait-for.ts'
