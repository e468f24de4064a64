/*
 * Every set of words that the database, the server and both sides of the API share, once. No schemas: a page that only
 * wants the words loads this alone.
 */

export const sourceTypes = ['text', 'qa', 'url', 'file'] as const
export const trainingStatuses = ['pending', 'processing', 'completed', 'failed'] as const
export const identityModes = ['off', 'optional', 'required'] as const
export const conversationStatuses = ['open', 'closed'] as const
export const responseModes = ['ai', 'human'] as const
export const origins = ['public_api', 'widget', 'email'] as const
export const messageRoles = ['assistant', 'visitor', 'human'] as const
/** Of the open conversations, `ai` are those that the AI answers and `with_people` those that people answer; in `needs_person` the visitor waits for a person. */
export const inboxViews = ['needs_person', 'with_people', 'open', 'ai', 'closed'] as const
/** Whether a member wants to be asked. */
export const availabilities = ['available', 'away'] as const
export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const

export type SourceType = (typeof sourceTypes)[number]
export type TrainingStatus = (typeof trainingStatuses)[number]
export type IdentityMode = (typeof identityModes)[number]
export type ConversationStatus = (typeof conversationStatuses)[number]
export type ResponseMode = (typeof responseModes)[number]
export type Origin = (typeof origins)[number]
export type MessageRole = (typeof messageRoles)[number]
export type InboxView = (typeof inboxViews)[number]
export type Availability = (typeof availabilities)[number]
export type DeliveryStatus = (typeof deliveryStatuses)[number]
