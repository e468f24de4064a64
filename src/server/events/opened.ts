/** Carries the ids of conversations that a member has open, so that their streams send what the AI writes there. */
export const openedTopic = (organizationId: string, userId: string): string => `opened:${organizationId}:${userId}`

/** Milliseconds for which a conversation counts as open after a notification; the dashboard causes one every 11 s. */
export const OPEN_FOR_MS = 25_000
