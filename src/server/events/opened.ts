/**
 * The notification topic that tells a member's own streams which conversation of an organization they have open, by its
 * id, so that those follow what the AI writes there.
 */
export const openedTopic = (organizationId: string, userId: string): string => `opened:${organizationId}:${userId}`

/** Milliseconds without another word after which a conversation counts as open no more; one comes every eleven seconds. */
export const OPEN_FOR_MS = 25_000
