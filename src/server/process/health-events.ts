/** Milliseconds between the two events of a health check that asks for events; a proxy that holds them back joins them. */
export const HEALTH_EVENTS_APART_MS = 1_000
