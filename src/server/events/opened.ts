/**
 * The notification topic that carries the id of a conversation which a member has open in the dashboard. The member's
 * own streams subscribe to it, and send what the AI writes in that conversation.
 */
export const openedTopic = (organizationId: string, userId: string): string => `opened:${organizationId}:${userId}`

/** Milliseconds for which a conversation counts as open after a notification; the dashboard causes one every 11 s. */
export const OPEN_FOR_MS = 25_000
